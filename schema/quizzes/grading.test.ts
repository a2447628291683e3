import { describe, expect, it } from 'vitest';
import type { Answer, AttemptRecord } from './attempt.ts';
import { type GradedQuestion, gradeAnswer, gradeAttempt } from './grading.ts';
import type { QuestionKey } from './question-content.ts';
import type { QuestionKind } from './question-kind.ts';

const question = (kind: QuestionKind, key: QuestionKey) => ({ kind, key: JSON.stringify(key) });
const share = (kind: QuestionKind, key: QuestionKey, answer: Answer) =>
  gradeAnswer(question(kind, key), answer).share;

describe('one choice', () => {
  it('is right or wrong', () => {
    expect(share('one', { right: ['b'] }, 'b')).toBe(1);
    expect(share('one', { right: ['b'] }, 'a')).toBe(0);
  });

  it('is wrong if the answer has the shape of another kind', () => {
    expect(share('one', { right: ['b'] }, ['b'])).toBe(0);
    expect(share('one', {}, '')).toBe(0);
  });
});

describe('several choices', () => {
  const key = { right: ['a', 'b', 'c'] };

  it('count partly, and a wrong one takes away a right one', () => {
    expect(share('several', key, ['c', 'a', 'b'])).toBe(1);
    expect(share('several', key, ['a', 'b'])).toBeCloseTo(2 / 3);
    expect(share('several', key, ['a', 'b', 'x'])).toBeCloseTo(1 / 3);
  });

  it('are never below nothing, and all of them give nothing', () => {
    expect(share('several', { right: ['a'] }, ['x', 'y', 'z'])).toBe(0);
    expect(share('several', { right: ['a', 'b'] }, ['a', 'b', 'x', 'y'])).toBe(0);
    expect(share('several', key, [])).toBe(0);
  });

  it('count each choice once, and say how many were right', () => {
    expect(gradeAnswer(question('several', key), ['a', 'a', 'a'])).toEqual({
      share: 1 / 3,
      right: 1,
      whole: 3,
    });
    expect(share('several', key, 'a')).toBe(0);
  });
});

describe('a short text', () => {
  const key = { accepted: ['High water', 'Flood tide'] };

  it('is compared without case and outer spaces, and equals any accepted answer', () => {
    expect(share('text', key, '  high   WATER ')).toBe(1);
    expect(share('text', key, 'flood tide')).toBe(1);
    expect(share('text', key, 'high-water')).toBe(0);
  });

  it('is never fuzzy', () => {
    expect(share('text', key, 'Hihg water')).toBe(0);
    expect(share('text', key, 'High')).toBe(0);
    expect(share('text', { accepted: [''] }, ' ')).toBe(0);
  });

  it('is compared in one spelling of each letter', () => {
    expect(share('text', { accepted: ['caf\u00e9'] }, 'cafe\u0301')).toBe(1);
    expect(share('text', { accepted: ['Straße'] }, 'STRASSE')).toBe(1);
    expect(share('text', { accepted: ['ΟΔΟΣ'] }, 'οδός')).toBe(0);
    expect(share('text', { accepted: ['οδος'] }, 'ΟΔΟΣ')).toBe(1);
  });

  it('is compared without accents only where its author said so', () => {
    expect(share('text', { accepted: ['café'] }, 'cafe')).toBe(0);
    expect(share('text', { accepted: ['café'], ignoresAccents: true }, 'cafe')).toBe(1);
    expect(share('text', { accepted: ['οδός'], ignoresAccents: true }, 'ΟΔΟΣ')).toBe(1);
  });

  it('keeps the vowel signs of other scripts, which are letters', () => {
    expect(share('text', { accepted: ['कि'], ignoresAccents: true }, 'क')).toBe(0);
  });
});

describe('a number', () => {
  const key = { value: '3.5', tolerance: '0.1' };

  it('has a decimal comma or point', () => {
    for (const answer of ['3.5', '3,5', ' 3.50 ', '+3,5', '٣٫٥'])
      expect(share('number', key, answer)).toBe(1);
    expect(share('number', { value: '0,5' }, '.5')).toBe(1);
  });

  it('is right up to the tolerance, without noise of the last digits', () => {
    expect(share('number', { value: '0.3', tolerance: '0.1' }, '0.4')).toBe(1);
    expect(share('number', key, '3.6')).toBe(1);
    expect(share('number', key, '3.61')).toBe(0);
    expect(share('number', { value: '2' }, '2.0000001')).toBe(0);
  });

  it('may have spaces between thousands, a minus of any kind and an exponent', () => {
    expect(share('number', { value: '12500' }, '12\u00a0500')).toBe(1);
    expect(share('number', { value: '-4' }, '\u22124')).toBe(1);
    expect(share('number', { value: '0.002' }, '2e-3')).toBe(1);
  });

  it('is wrong if it is none', () => {
    for (const answer of ['', 'three', '3.5 m', '1.2.3', '1,000,000', 'Infinity', '12 50'])
      expect(share('number', { value: '3.5', tolerance: '1e9' }, answer)).toBe(0);
  });
});

describe('a match', () => {
  const key: QuestionKey = {
    pairs: [
      ['l1', 'r1'],
      ['l2', 'r2'],
      ['l3', 'r3'],
      ['l4', 'r3'],
    ],
  };

  it('counts its right pairs', () => {
    const right: [string, string][] = [
      ['l4', 'r3'],
      ['l1', 'r1'],
      ['l2', 'r2'],
      ['l3', 'r3'],
    ];
    expect(share('match', key, right)).toBe(1);
    expect(share('match', key, right.slice(0, 3))).toBe(0.75);
    expect(share('match', key, [['l1', 'r2']])).toBe(0);
  });

  it('takes the first pair of a left side, so that trying all of them gives nothing', () => {
    expect(
      share('match', key, [
        ['l1', 'r2'],
        ['l1', 'r1'],
      ]),
    ).toBe(0);
  });
});

describe('an order', () => {
  const key = { order: ['a', 'b', 'c', 'd'] };

  it('counts the lines that are followed by the right one', () => {
    expect(share('order', key, ['a', 'b', 'c', 'd'])).toBe(1);
    expect(share('order', key, ['d', 'a', 'b', 'c'])).toBeCloseTo(2 / 3);
    expect(share('order', key, ['d', 'c', 'b', 'a'])).toBe(0);
    expect(share('order', key, [])).toBe(0);
  });
});

describe('an open question, and one without its key', () => {
  it('are graded by nobody', () => {
    expect(share('open', { model: 'The moon pulls.' }, 'The moon')).toBeNull();
    expect(gradeAnswer({ kind: 'one', key: '' }, 'a').share).toBeNull();
    expect(gradeAnswer({ kind: 'one', key: '{broken' }, 'a').share).toBeNull();
  });
});

describe('an attempt', () => {
  const graded = (id: string, right: string, others: Partial<GradedQuestion> = {}): GradedQuestion => ({
    ...{ id, version: 1, kind: 'one', points: 1 },
    key: JSON.stringify({ right: [right] }),
    ...others,
  });
  const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`;
  const record = (
    answers: readonly [string, string, number, number?][],
    submitted: number | null = null,
  ): AttemptRecord => ({
    startedAt: at(0),
    submittedAt: submitted === null ? null : at(submitted),
    answers: answers.map(([questionId, answer, minute, version = 1]) => {
      return { questionId, version, answer, answeredAt: at(minute) };
    }),
  });
  const quiz = { passPercent: 60, questions: [graded('one', 'a'), graded('two', 'b', { points: 3 })] };

  it('adds up points, and counts what was left out as wrong', () => {
    const grade = gradeAttempt({ ...quiz, use: 'practice' }, record([['two', 'b', 1]]));
    expect(grade).toMatchObject({ score: 3, maxScore: 4, isPassed: true });
    expect([...grade.grades.keys()]).toEqual(['two']);
    expect(gradeAttempt({ ...quiz, use: 'practice' }, record([['one', 'a', 1]]))).toMatchObject({
      score: 1,
      isPassed: false,
    });
  });

  it('of practice counts the first answer, which a second try does not replace', () => {
    const tries = record([
      ['one', 'x', 1],
      ['one', 'a', 2],
    ]);
    expect(gradeAttempt({ ...quiz, use: 'practice' }, tries).score).toBe(0);
  });

  it('of a test counts the last answer before it was handed in', () => {
    const changed = record(
      [
        ['one', 'x', 1],
        ['one', 'a', 2],
        ['two', 'b', 9],
      ],
      5,
    );
    expect(gradeAttempt({ ...quiz, use: 'test' }, changed)).toMatchObject({ score: 1, maxScore: 4 });
  });

  it('is graded by the version that the learner saw', () => {
    const versions = [graded('one', 'a')];
    const questions = [graded('one', 'z', { version: 2, points: 5 }), graded('two', 'b')];
    const grading = { use: 'practice', passPercent: 60, questions, versions } as const;
    expect(gradeAttempt(grading, record([['one', 'a', 1, 1]]))).toMatchObject({ score: 1, maxScore: 2 });
    expect(gradeAttempt(grading, record([['one', 'a', 1, 2]]))).toMatchObject({ score: 0, maxScore: 6 });
  });

  it('ignores answers to questions and versions that never were', () => {
    const strange = record([
      ['gone', 'a', 1],
      ['one', 'a', 2, 99],
    ]);
    expect(gradeAttempt({ ...quiz, use: 'practice' }, strange)).toMatchObject({ score: 0, maxScore: 4 });
  });

  it('does not count open questions, and adds up thirds to a whole', () => {
    const several = { kind: 'several', key: JSON.stringify({ right: ['a', 'b', 'c'] }) } as const;
    const questions = [graded('one', 'a', several), graded('two', 'b', { kind: 'open', points: 9 })];
    const answers = [{ questionId: 'one', version: 1, answer: ['a'], answeredAt: at(1) }];
    expect(
      gradeAttempt({ use: 'test', passPercent: 33, questions }, { ...record([]), answers }),
    ).toMatchObject({ score: 0.33, maxScore: 1, isPassed: true });
  });
});
