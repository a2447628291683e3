import { baseOf, type Command, changesOf, entityOf, rewriteEdit } from '#schema/commands/all-commands.ts';
import { type FieldValue, type FieldValues, isSameValue, mergeFields } from '#schema/editor/merge.ts';
import type { EditedRow } from '#schema/entities/entity.ts';

interface Rebased {
  /** The edit on the newer version, under its old id; null if nothing of it is left to send. */
  readonly command: Command | null;
  /** Fields that need a user decision; the command contains only the others. */
  readonly conflicts: string[];
}

/**
 * Rebases an edit onto a newer version of its row (theirs).
 *
 * @param decided the user's values for fields in conflict; they are taken unchanged
 */
export function rebaseEdit(command: Command, theirs: EditedRow, decided: FieldValues = {}): Rebased {
  const mine = changesOf(command) ?? {};
  const base = baseOf(command) ?? {};
  const rules = entityOf(command.kind)?.fieldRules ?? {};
  const { merged, conflicts } = mergeFields({ base, mine, theirs: theirs.fields }, rules);
  const changes: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries({ ...merged, ...decided })) {
    if (value !== undefined && !isSameValue(value, theirs.fields[field])) changes[field] = value;
  }
  const open = conflicts.filter((field) => decided[field] === undefined);
  const names = Object.keys(changes);
  if (names.length === 0) return { command: null, conflicts: open };
  const seen = Object.fromEntries(names.map((field) => [field, theirs.fields[field]]));
  const rewritten = rewriteEdit(command, { version: theirs.version, base: seen, fields: changes });
  return { command: rewritten, conflicts: open };
}
