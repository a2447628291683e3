import { toNumber } from '#schema/quizzes/answer-text.ts';
import { type ForeignAnswer, rangeOf, withoutNoise } from '../foreign-quiz.ts';
import { type Condition, scoring } from './conditions.ts';
import type { Response } from './presentation.ts';

/** The answer of a response that is typed: a number where the file says so, else a text. */
export function fillAnswer(
  { ident, element, fibType }: Response,
  conditions: readonly Condition[],
  kind: string,
): Extract<ForeignAnswer, { kind: 'text' | 'number' }> {
  const own = scoring(conditions).flatMap(({ comparisons }) =>
    comparisons.filter(({ response, isNegated }) => response === ident && !isNegated),
  );
  const valuesOf = (wanted: string) => own.filter((one) => one.kind === wanted).map(({ value }) => value);
  const [equal, from, to] = [valuesOf('equal'), valuesOf('from')[0], valuesOf('to')[0]];
  const isNumber =
    /^(decimal|integer|scientific)$/i.test(fibType) || element === 'response_num' || /numeric/i.test(kind);
  if (from !== undefined && to !== undefined) return numberIn(equal[0], from, to);
  const [first] = equal;
  return isNumber && first !== undefined && toNumber(first) !== null
    ? { kind: 'number', value: first, tolerance: '0' }
    : { kind: 'text', accepted: equal };
}

/** The number as its author wrote it, if it is in the middle of the range. */
function numberIn(
  equal: string | undefined,
  from: string,
  to: string,
): Extract<ForeignAnswer, { kind: 'number' }> {
  const range = rangeOf(from, to) ?? { value: equal ?? '', tolerance: '0' };
  const written = equal === undefined ? null : toNumber(equal);
  const isMiddle = written !== null && withoutNoise(written) === range.value;
  return { kind: 'number', value: isMiddle ? (equal ?? '') : range.value, tolerance: range.tolerance };
}
