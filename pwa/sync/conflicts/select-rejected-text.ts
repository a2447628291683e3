import { type CommandBody, rejectedTextOf } from '#schema/commands/all-commands.ts';
import type { RejectedTextArgs } from '#schema/commands/store-rejected-text.ts';
import type { FieldValue } from '#schema/editor/merge.ts';

/**
 * The texts of a rejected edit (all fields, or some) as the history stores them. Null if there are none: a
 * deletion or a move has no text.
 */
export function selectRejectedText(body: CommandBody, only?: readonly string[]): RejectedTextArgs | null {
  const texts = rejectedTextOf(body);
  if (texts === null) return null;
  const fields: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(texts.fields)) {
    if (value !== undefined && field !== 'position' && only?.includes(field) !== false) fields[field] = value;
  }
  return Object.keys(fields).length === 0 ? null : { ...texts, fields };
}
