import { baseOf, type Command, changesOf, entityOf, rewriteEdit } from '#schema/commands/all-commands.ts';
import type { EditedRow } from '#schema/entities/entity.ts';
import { type FieldValue, type FieldValues, isSameValue, mergeFields } from '#schema/merge.ts';

interface Rebased {
  /** The edit on the newer version, under its old id; null when nothing of it is left to say. */
  readonly command: Command | null;
  /** Fields that a person has to decide; the command speaks of the others only. */
  readonly conflicts: string[];
}

/**
 * Puts an edit on a newer version of its row (theirs).
 *
 * @param decided what a person said of fields in conflict; it stands as it is
 */
export function rebaseEdit(command: Command, theirs: EditedRow, decided: FieldValues = {}): Rebased {
  const mine = changesOf(command) ?? {};
  const base = baseOf(command) ?? {};
  const rules = entityOf(command.kind)?.facts ?? {};
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
