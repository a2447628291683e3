import { baseOf, type CommandBody, changesOf, entityOf } from '#schema/commands/all-commands.ts';
import { type FieldValue, type FieldValues, isSameValue, mergeFields } from '#schema/editor/merge.ts';
import type { Entity } from '#schema/entities/entity.ts';
import { isCreate } from './command-target.ts';

/**
 * Whether an edit was made in view of the edits that precede it in the queue. A draft may have been begun before
 * its user edited the same field elsewhere: then it must not replace that edit but meet it as another user's.
 *
 * @param before the earlier commands of its record, in order
 */
export function isMadeOnTop(edit: CommandBody, before: readonly CommandBody[]): boolean {
  const entity = entityOf(edit.kind);
  const changes = changesOf(edit);
  if (entity === null || changes === null) return true;
  const values = valuesAfter(entity, before);
  const mine: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(changes))
    if (value !== undefined && values[field] !== undefined) mine[field] = value;
  const { merged } = mergeFields({ base: baseOf(edit) ?? {}, mine, theirs: values }, entity.fieldRules);
  return Object.entries(mine).every(([field, value]) => isSameValue(merged[field], value));
}

/** The values that commands give the fields of their record, as they were sent. */
export function valuesAfter(entity: Entity, commands: readonly CommandBody[]): FieldValues {
  const values: Record<string, FieldValue | undefined> = {};
  for (const command of commands)
    Object.assign(values, changesOf(command) ?? (isCreate(command) ? entity.readValues(command.args) : {}));
  return values;
}
