import { baseOf, type Command, changesOf, entityOf, rewriteEdit } from '#schema/commands/all-commands.ts';
import {
  type FieldValue,
  type FieldValues,
  isSameValue,
  type Merged,
  mergeFields,
} from '#schema/editor/merge.ts';
import type { EditedRow, Entity } from '#schema/entities/entity.ts';

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
  const entity = entityOf(command.kind);
  const rules = entity?.fieldRules ?? {};
  const { merged, conflicts } = mergeFields({ base, mine, theirs: theirs.fields }, rules);
  const asked =
    entity === null ? conflicts : withTogether(entity, { mine, merged, conflicts }, theirs.fields);
  const changes: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries({ ...without(merged, asked), ...decided })) {
    if (value !== undefined && !isSameValue(value, theirs.fields[field])) changes[field] = value;
  }
  const open = asked.filter((field) => decided[field] === undefined);
  const together = entity?.together?.fields ?? [];
  if (together.some((field) => field in changes))
    for (const field of together) changes[field] ??= theirs.fields[field] ?? null;
  const names = Object.keys(changes);
  if (names.length === 0) return { command: null, conflicts: open };
  const seen = Object.fromEntries(names.map((field) => [field, theirs.fields[field]]));
  const rewritten = rewriteEdit(command, { version: theirs.version, base: seen, fields: changes });
  return { command: rewritten, conflicts: open };
}

interface Ways extends Merged {
  readonly mine: FieldValues;
}

/** The fields in conflict, and those that no longer fit each other although each of them merged. */
function withTogether(
  { together }: Entity,
  { mine, merged, conflicts }: Ways,
  theirs: FieldValues,
): string[] {
  if (together === null) return conflicts;
  const { fields, isWhole } = together;
  const isAsked = fields.some((field) => conflicts.includes(field));
  const isEdited = fields.some((field) => mine[field] !== undefined);
  if (!isAsked && (!isEdited || isWhole({ ...theirs, ...merged }))) return conflicts;
  return [...new Set([...conflicts, ...fields])];
}

const without = (values: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
