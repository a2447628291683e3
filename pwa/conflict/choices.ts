import * as v from 'valibot';
import type { FieldValue } from '#schema/merge.ts';
import type { Decision } from '../sync/decide.ts';
import type { FieldConflict } from './conflict-facts.ts';

export const Side = v.picklist(['mine', 'theirs', 'merged']);
export type Side = v.InferOutput<typeof Side>;

/** What was said of a conflict so far, by field. It is kept on the device until it is decided. */
export const Choices = v.object({
  sides: v.record(v.string(), Side),
  /** Texts of their own, made from both; one that was written stays while another side is looked at. */
  merged: v.record(v.string(), v.string()),
});
export type Choices = v.InferOutput<typeof Choices>;

export const noChoices: Choices = { sides: {}, merged: {} };

/** The text that a person writes on: it begins with theirs, which is what learners see by now. */
export function mergedText({ merged }: Choices, { field, mine, theirs }: FieldConflict): string {
  return merged[field] ?? String(theirs ?? mine ?? '');
}

/** How many fields have no answer yet. */
export function countOpen({ sides }: Choices, fields: readonly FieldConflict[]): number {
  return fields.filter(({ field }) => sides[field] === undefined).length;
}

/** What all of it comes to, once every field has its answer. */
export function decisionOf(choices: Choices, fields: readonly FieldConflict[]): Decision {
  if (fields.every(({ field }) => choices.sides[field] === 'theirs')) return { kind: 'theirs' };
  const values = fields.map((conflict) => [conflict.field, chosenValue(choices, conflict)] as const);
  return { kind: 'fields', values: Object.fromEntries(values) };
}

function chosenValue(choices: Choices, conflict: FieldConflict): FieldValue {
  const side = choices.sides[conflict.field];
  if (side === 'merged') return mergedText(choices, conflict);
  return side === 'mine' ? conflict.mine : conflict.theirs;
}
