import * as v from 'valibot';
import type { FieldValue } from '#schema/editor/merge.ts';
import type { Decision } from '../sync/conflicts/decide.ts';
import type { FieldConflict } from './conflict-facts.ts';

export const Side = v.picklist(['mine', 'theirs', 'merged']);
export type Side = v.InferOutput<typeof Side>;

/**
 * The choices of a conflict so far, by field. They are stored on the device until the conflict is decided.
 */
export const Choices = v.object({
  sides: v.record(v.string(), Side),
  /** Texts merged by the user from both sides; a written one stays while another side is selected. */
  merged: v.record(v.string(), v.string()),
});
export type Choices = v.InferOutput<typeof Choices>;

export const noChoices: Choices = { sides: {}, merged: {} };

/** Returns the initial merged text: theirs, which learners already see. */
export function mergedText({ merged }: Choices, { field, mine, theirs }: FieldConflict): string {
  return merged[field] ?? String(theirs ?? mine ?? '');
}

/** Returns how many fields are undecided. */
export function countOpen({ sides }: Choices, fields: readonly FieldConflict[]): number {
  return fields.filter(({ field }) => sides[field] === undefined).length;
}

/** Returns the decision once every field is decided. */
export function decisionOf(choices: Choices, fields: readonly FieldConflict[]): Decision {
  if (fields.every(({ field }) => choices.sides[field] === 'theirs')) return { kind: 'theirs' };
  const values = fields.flatMap((conflict) => {
    const own = [conflict.field, chosenValue(choices, conflict)] as const;
    const { partner } = conflict;
    if (partner === undefined) return [own];
    const side = choices.sides[conflict.field];
    return [own, [partner.field, side === 'mine' ? partner.mine : partner.theirs] as const];
  });
  return { kind: 'fields', values: Object.fromEntries(values) };
}

function chosenValue(choices: Choices, conflict: FieldConflict): FieldValue {
  const side = choices.sides[conflict.field];
  if (side === 'merged') return mergedText(choices, conflict);
  return side === 'mine' ? conflict.mine : conflict.theirs;
}
