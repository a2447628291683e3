import { type CommandBody, textsOf } from '#schema/commands/all-commands.ts';
import type { KeepAsideArgs } from '#schema/commands/keep-aside.ts';
import type { FieldValue } from '#schema/merge.ts';

/**
 * The texts of a rejected edit (all fields, or some) as the history stores them. Null if there are none: a
 * deletion or a move has no text.
 */
export function asideOf(body: CommandBody, only?: readonly string[]): KeepAsideArgs | null {
  const texts = textsOf(body);
  if (texts === null) return null;
  const fields: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(texts.fields)) {
    if (value !== undefined && field !== 'position' && only?.includes(field) !== false) fields[field] = value;
  }
  return Object.keys(fields).length === 0 ? null : { ...texts, fields };
}
