import type { Random } from '#e2e/sync/testing/random.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { QuestionKey } from '#schema/quizzes/question-content.ts';
import type { QuestionKind, QuizUse } from '#schema/quizzes/question-kind.ts';

/* Questions and answers as the people of a run write them. */

/** Kinds that are graded. */
export const KINDS = ['one', 'several', 'text', 'number', 'match', 'order'] as const satisfies QuestionKind[];
export type GradedKind = (typeof KINDS)[number];

const sides = { left: ['l1', 'l2'], right: ['r1', 'r2'] } as const;

/** In the order in which authors write them: the right one first. */
export function choicesOf(kind: GradedKind): string {
  if (kind === 'text' || kind === 'number') return '[]';
  const choices =
    kind === 'match'
      ? Object.entries(sides).flatMap(([side, ids]) => ids.map((id) => ({ id, text: id, side })))
      : ['a', 'b', 'c'].map((id) => ({ id, text: id }));
  return JSON.stringify(choices);
}

const keys: Readonly<Record<GradedKind, readonly [QuestionKey, QuestionKey]>> = {
  one: [{ right: ['a'] }, { right: ['b'] }],
  several: [{ right: ['a', 'b'] }, { right: ['b', 'c'] }],
  text: [{ accepted: ['Ebb', 'Tide'] }, { accepted: ['Flood'] }],
  number: [
    { value: '7', tolerance: '0.5' },
    { value: '9', tolerance: '0' },
  ],
  match: [
    {
      pairs: [
        ['l1', 'r1'],
        ['l2', 'r2'],
      ],
    },
    {
      pairs: [
        ['l1', 'r2'],
        ['l2', 'r1'],
      ],
    },
  ],
  order: [{ order: ['a', 'b', 'c'] }, { order: ['c', 'b', 'a'] }],
};

/** The marks in keys and explanations of tests, which no learner's device may store. */
export const KEY_MARK = /KEY\d+x\d+x/;

/**
 * A key in one of two ways, so that each edit changes what is right.
 *
 * @param mark differs in each call
 */
export function keyOf(kind: GradedKind, way: number, { use, mark }: { use: QuizUse; mark: string }): string {
  const key = keys[kind][way === 0 ? 0 : 1];
  return JSON.stringify(use === 'test' ? { ...key, model: mark } : key);
}

const answers: Readonly<Record<GradedKind, readonly Answer[]>> = {
  one: ['a', 'b', 'c'],
  several: [['a'], ['a', 'b'], ['b', 'c'], ['a', 'b', 'c']],
  text: [' ebb ', 'FLOOD', 'Moon'],
  number: ['7,4', '9', '6.5', 'seven'],
  match: [
    [
      ['l1', 'r1'],
      ['l2', 'r2'],
    ],
    [
      ['l1', 'r2'],
      ['l2', 'r2'],
    ],
    [['l2', 'r1']],
  ],
  order: [
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
    ['b', 'c', 'a'],
  ],
};

export const isGradedKind = (kind: QuestionKind): kind is GradedKind => kind !== 'open';

export const drawAnswer = (random: Random, kind: GradedKind): Answer => random.pick(answers[kind]);
