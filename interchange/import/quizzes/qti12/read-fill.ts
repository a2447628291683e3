import { toNumber } from '#schema/quizzes/answer-text.ts';
import { type ForeignAnswer, rangeOf, withoutNoise } from '../foreign-quiz.ts';
import { type Comparison, type Condition, scoring } from './conditions.ts';
import type { Response } from './presentation.ts';

type NumberAnswer = Extract<ForeignAnswer, { kind: 'number' }>;

/** `isFirstOf`: of several numbers, the first was taken. */
interface FillAnswer {
  readonly answer: Extract<ForeignAnswer, { kind: 'text' }> | NumberAnswer;
  readonly isFirstOf: boolean;
}

/** The answer of a response that is typed: a number where the file says so, else a text. */
export function fillAnswer(
  { ident, labels, element, fibType }: Response,
  conditions: readonly Condition[],
  kind: string,
): FillAnswer {
  // Brightspace compares the label inside of the response.
  const names = new Set([ident, ...labels.map((label) => label.ident)]);
  const own = scoring(conditions)
    .map(({ comparisons }) => comparisons.filter((one) => names.has(one.response) && !one.isNegated))
    .filter((comparisons) => comparisons.length > 0);
  const first = rangeIn(own[0] ?? []);
  if (first !== null) return { answer: first, isFirstOf: own.length > 1 };
  const equal = own
    .flat()
    .filter((one) => one.kind === 'equal')
    .map(({ value }) => value);
  const isNumber =
    /^(decimal|integer|scientific)$/i.test(fibType) || element === 'response_num' || /numeric/i.test(kind);
  const [only] = equal;
  return isNumber && only !== undefined && toNumber(only) !== null
    ? { answer: { kind: 'number', value: only, tolerance: '0' }, isFirstOf: equal.length > 1 }
    : { answer: { kind: 'text', accepted: equal }, isFirstOf: false };
}

/** The number of a condition that has a range; null for any other. */
function rangeIn(comparisons: readonly Comparison[]): NumberAnswer | null {
  const firstOf = (kind: Comparison['kind']) => comparisons.find((one) => one.kind === kind)?.value;
  const [equal, from, to] = [firstOf('equal'), firstOf('from'), firstOf('to')];
  return from === undefined || to === undefined ? null : numberIn(equal, from, to);
}

/** The number as its author wrote it, if it is in the middle of the range. */
function numberIn(equal: string | undefined, from: string, to: string): NumberAnswer {
  const range = rangeOf(from, to) ?? { value: equal ?? '', tolerance: '0' };
  const written = equal === undefined ? null : toNumber(equal);
  const isMiddle = written !== null && withoutNoise(written) === range.value;
  return { kind: 'number', value: isMiddle ? (equal ?? '') : range.value, tolerance: range.tolerance };
}
