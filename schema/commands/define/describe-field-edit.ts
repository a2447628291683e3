import type { FieldValues } from '#schema/editor/merge.ts';
import { nameField } from '#schema/entities/field-rules.ts';

/** `Move lesson “Tides” to another module`, `Rename course “Tides” to “The tides”`, `Change the description and the picture of course “Tides”`. */
export function describeFieldEdit(
  { name }: { readonly name: string },
  title: string,
  changes: FieldValues,
): string {
  const all = Object.keys(changes).filter((field) => changes[field] !== undefined);
  const isAway = all.includes('moduleId');
  // The place in another module goes without saying.
  const fields = isAway ? all.filter((field) => field !== 'position') : all;
  const [only] = fields;
  if (fields.length === 1 && isAway) return `Move ${name} “${title}” to another module`;
  if (fields.length === 1 && only === 'position') return `Move ${name} “${title}”`;
  if (fields.length === 1 && only === 'title') return `Rename ${name} “${title}” to “${changes.title ?? ''}”`;
  return `Change ${joinPhrases(fields.map((field) => `the ${nameField(field)}`))} of ${name} “${title}”`;
}

/** `the title, the text and the place` */
export function joinPhrases(phrases: readonly string[]): string {
  if (phrases.length < 2) return phrases.join('');
  return `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}`;
}
