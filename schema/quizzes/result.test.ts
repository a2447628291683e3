import { describe, expect, it } from 'vitest';
import { type ResultAttempt, resultOf } from './result.ts';

const at = (minute: number) => `2026-11-21T08:0${minute}:00.000Z`;
const attempt = (score: number | null, more: Partial<ResultAttempt> = {}): ResultAttempt => {
  const isPassed = score === null ? null : score >= 6;
  return {
    submittedAt: at(1),
    handedInAt: at(1),
    score,
    maxScore: 10,
    isPassed,
    isOverLimit: false,
    ...more,
  };
};
const best = { scoreRule: 'best', attemptsMax: null } as const;
const last = { scoreRule: 'last', attemptsMax: 3 } as const;

describe('the result of a test', () => {
  it('is that of the best attempt, by its share of the points', () => {
    const [low, high] = [attempt(5), attempt(4, { maxScore: 5, isPassed: true })];
    expect(resultOf(best, [low, high])).toEqual({ attempt: high, isPassed: true, used: 2, left: null });
  });

  it('or of the last one, in the order in which the server got them, whatever the clocks of devices say', () => {
    const first = attempt(9, { submittedAt: at(9), handedInAt: at(1) });
    const second = attempt(2, { submittedAt: at(2), handedInAt: at(5) });
    expect(resultOf(last, [second, first])).toMatchObject({
      attempt: second,
      isPassed: false,
      used: 2,
      left: 1,
    });
  });

  it('leaves out open attempts and those over the limit', () => {
    const attempts = [attempt(3), attempt(9, { isOverLimit: true }), attempt(null, { submittedAt: null })];
    expect(resultOf(last, attempts)).toEqual({ attempt: attempts[0], isPassed: false, used: 1, left: 2 });
    expect(resultOf(last, [attempt(9, { isOverLimit: true })])).toMatchObject({ attempt: null, used: 0 });
  });

  it('counts an attempt that the server does not have yet as used, and has no score of it', () => {
    const waiting = attempt(null, { submittedAt: at(2), handedInAt: null });
    const graded = attempt(7);
    expect(resultOf(last, [waiting, graded])).toMatchObject({ attempt: graded, used: 2, left: 1 });
    expect(resultOf(last, [{ submittedAt: at(1) }])).toEqual({
      ...{ attempt: null, isPassed: false, used: 1, left: 2 },
    });
  });

  it('leaves no attempt where more were counted than its limit, and a test of no points is passed', () => {
    const four = Array.from({ length: 4 }, () => attempt(1));
    expect(resultOf(last, four).left).toBe(0);
    const empty = attempt(0, { maxScore: 0, isPassed: true });
    expect(resultOf(best, [empty])).toMatchObject({ attempt: empty, isPassed: true });
  });
});
