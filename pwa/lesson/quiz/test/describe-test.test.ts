import { describe, expect, it } from 'vitest';
import { emptyAttempt, type OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { resultOf } from '#schema/quizzes/result.ts';
import { describeOutcome, describeStart } from './describe-test.ts';

const at = (minute: number) => `2026-11-21T08:0${minute}:00.000Z`;

function quiz(fields: Partial<ShownQuiz> = {}): ShownQuiz {
  const row = { id: 'quiz', courseId: 'tides', lessonId: 'one', version: 1, position: 'a0' };
  return { ...quizEntity.defaults, ...row, use: 'test', title: 'Tides', questions: [], ...fields };
}

const attempt = (fields: Partial<OwnAttempt> = {}): OwnAttempt => ({
  ...emptyAttempt({ id: 'first', quizId: 'quiz', startedAt: at(0) }),
  submittedAt: at(5),
  ...fields,
});

function outcome(fields: Partial<OwnAttempt>, { others = [], ...rest }: Options = {}): string {
  const test = quiz(rest);
  const own = attempt(fields);
  const { title, sentences } = describeOutcome(test, own, resultOf(test, [...others, own]));
  return [title, ...sentences].join(' | ');
}
type Options = Partial<ShownQuiz> & { readonly others?: readonly OwnAttempt[] };

const graded = (score: number, isPassed: boolean) =>
  ({ score, maxScore: 4, isPassed, handedInAt: at(6) }) satisfies Partial<OwnAttempt>;

describe('before a test', () => {
  const start = (fields: Partial<ShownQuiz>, attempts: readonly OwnAttempt[] = []) => {
    const test = quiz(fields);
    return describeStart(test, resultOf(test, attempts)).slice(0, -1);
  };

  it('its learner reads how much is needed, how often it may be tried, and what it is for', () => {
    expect(start({ passPercent: 80, attemptsMax: 2, isRequired: 1 })).toEqual([
      '0 questions. 80 % of the points are needed to pass.',
      'You have 2 attempts.',
      'This lesson is complete when you pass this test.',
    ]);
    expect(start({})).toHaveLength(1);
  });
});

describe('after a test was handed in', () => {
  it.each<[OwnAttempt['unsent'], string]>([
    ['waiting', 'Handed in. Your score comes when you are connected'],
    ['sending', 'Handed in. Your score comes when you are connected'],
    ['paused', 'Handed in. Your score comes when you have signed in again'],
    ['refused', 'Handed in, but the server did not accept it'],
    [null, 'Handed in and sent. Your score is on its way'],
  ])('and is %s, its learner reads where it is', (unsent, sentence) => {
    expect(outcome({ unsent }).split(' | ')[0]).toBe(sentence);
  });

  it('its learner reads the score, what was needed, and how many attempts are left', () => {
    expect(outcome(graded(3, true), { passPercent: 75, attemptsMax: 2 })).toBe(
      'Passed: 3 of 4 points, 75 % | 75 % of the points were needed. | 1 attempt is left.',
    );
    expect(outcome(graded(2.5, false), { attemptsMax: 1 })).toBe(
      'Not passed: 2.5 of 4 points, 62 % | 60 % of the points were needed. | Partly right answers count in part. | No attempts are left.',
    );
    expect(outcome({ ...graded(0, true), maxScore: 0 })).toBe('Passed | 60 % of the points were needed.');
  });

  it('its learner reads which attempt counts', () => {
    const others = [attempt({ ...graded(4, true), id: 'earlier', handedInAt: at(1) })];
    expect(outcome(graded(1, false), { others })).toContain(
      'Your best attempt counts: 4 of 4 points, 100 %, passed.',
    );
    expect(outcome(graded(1, false), { others, scoreRule: 'last' })).not.toContain('counts:');
  });

  it('over the limit, it is stored and graded but not counted, and why', () => {
    const others = [attempt({ ...graded(1, false), id: 'earlier', handedInAt: at(1) })];
    const text = outcome({ ...graded(4, true), isOverLimit: true }, { others, attemptsMax: 1 });
    expect(text).toContain(
      'This attempt is stored and graded, but not counted, because 1 attempt is allowed and you had handed in as many before.',
    );
    expect(text).toContain('Your best attempt counts: 1 of 4 points, 25 %, not passed.');
  });

  it('an answer that came after it is said to be saved and not graded', () => {
    const answers = [{ questionId: 'one', version: 1, answer: 'a', answeredAt: at(7) }];
    expect(outcome({ answers, ...graded(1, false) })).toContain(
      '1 answer is from after you handed in. It is saved, but not graded.',
    );
  });
});
