import { expect, it } from 'vitest';
import { type AttemptRecord, type GivenAnswer, uniteAttempts } from './attempt.ts';

const given = (questionId: string, minute: number, answer = 'a'): GivenAnswer => {
  return { questionId, version: 1, answer, answeredAt: `2026-11-21T08:0${minute}:00.000Z` };
};
const record = (answers: readonly GivenAnswer[], submittedAt: string | null = null): AttemptRecord => {
  return { startedAt: '2026-11-21T08:00:00.000Z', submittedAt, answers };
};

it('two devices’ answers are united in the order of their times, whichever arrives first', () => {
  const [phone, laptop] = [record([given('one', 1), given('two', 4)]), record([given('one', 3, 'b')])];
  const united = [given('one', 1), given('one', 3, 'b'), given('two', 4)];
  expect(uniteAttempts(phone, laptop).answers).toEqual(united);
  expect(uniteAttempts(laptop, phone).answers).toEqual(united);
  expect(uniteAttempts(uniteAttempts(phone, laptop), laptop).answers).toEqual(united);
});

it('the time at which it was handed in stays once it is set', () => {
  const first = record([], '2026-11-21T08:05:00.000Z');
  expect(uniteAttempts(first, record([], '2026-11-21T09:00:00.000Z')).submittedAt).toBe(first.submittedAt);
  expect(uniteAttempts(record([]), first).submittedAt).toBe(first.submittedAt);
  expect(uniteAttempts(first, record([given('one', 9)]))).toMatchObject({ submittedAt: first.submittedAt });
});
