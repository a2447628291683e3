import { beforeEach, describe, expect, it } from 'vitest';
import { findProgress } from '#pwa/store/account/progress.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordAnswers } from '#pwa/sync/enqueue/record-answers.ts';
import { readCourseTests } from '#pwa/sync/quizzes/course-tests.ts';
import { readLessonQuizzes, startAttempt } from '#pwa/sync/quizzes/lesson-quizzes.ts';
import { readOwnAttempts } from '#pwa/sync/quizzes/own-attempts.ts';
import type { GivenAnswer } from '#schema/quizzes/attempt.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';
import { faults } from '../testing/network.ts';
import { editOnServer, openTidesDevice, pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

const LESSON = 'tides-lesson-1';
const OWN = '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a42';
const OTHER = '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a41';
const at = (minute: number) => `2026-11-21T07:0${minute}:00.000Z`;
const given = (minute: number, answer: string): GivenAnswer => {
  return { questionId: 'tides-question', version: 1, answer, answeredAt: at(minute) };
};

beforeEach(async () => {
  ({ world, store } = await openTidesDevice());
  await addQuiz(world.server, { use: 'test' });
  await editOnServer(world, 'PUT', '/api/admin/quizzes/tides-quiz', { isRequired: 1, attemptsMax: 1 });
  await pullAll(store);
});

const answer = (answers: GivenAnswer[], submittedAt?: string) =>
  recordAnswers('alice', {
    ...{
      id: OWN,
      quizId: 'tides-quiz',
      quizTitle: 'Which tide?',
      lessonId: LESSON,
      startedAt: at(0),
      answers,
    },
    ...(submittedAt === undefined ? {} : { submittedAt }),
  });

async function sync(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await drainLater(store);
  await pullAll(store);
}

/** Sends answers as another device of the learner does. */
const sendFromOther = (answers: GivenAnswer[], submittedAt?: string) =>
  world.server.request('/api/attempts', {
    ...{ as: world.server.people.alice, method: 'PUT' },
    body: { id: OTHER, quizId: 'tides-quiz', startedAt: at(0), answers, submittedAt },
  });

const states = async () => (await readCourseTests(store, 'tides')).map(({ state }) => state);

describe('a test on a device', () => {
  it('has no key there, and its score comes with the pull although the first reply is lost', async () => {
    expect((await store.questions.toArray()).map(({ key, explanation }) => [key, explanation])).toEqual([
      ['', ''],
    ]);
    expect(await states()).toEqual(['open']);
    await answer([given(1, 'b')]);
    await answer([given(2, 'a')]);
    await answer([], at(3));
    expect(await states()).toEqual(['waiting']);
    expect(await readOwnAttempts(store, LESSON)).toMatchObject([{ score: null, unsent: 'waiting' }]);
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    expect(await readOwnAttempts(store, LESSON)).toMatchObject([{ score: null, unsent: null }]);
    await sync();
    expect(await readOwnAttempts(store, LESSON)).toMatchObject([{ score: 1, maxScore: 1, isPassed: true }]);
    expect(await states()).toEqual(['passed']);
    expect((await findProgress(store, LESSON)).completedAt).not.toBeNull();
  });

  it('keeps its score when an answer follows that is too late', async () => {
    await answer([given(1, 'a')], at(2));
    await sync();
    await answer([given(3, 'b')]);
    expect(await readOwnAttempts(store, LESSON)).toMatchObject([{ score: 1, unsent: 'waiting' }]);
    await sync();
    expect(await readOwnAttempts(store, LESSON)).toMatchObject([
      { score: 1, answers: [given(1, 'a'), given(3, 'b')] },
    ]);
  });

  it('goes on where this device was, and not with the attempt of another one', async () => {
    await sendFromOther([given(1, 'a')]);
    await sync();
    const read = async () => (await readLessonQuizzes(store, LESSON))[0];
    const before = await read();
    if (before?.use !== 'test') throw new Error('The lesson has no test');
    expect([before.attempts.map(({ id }) => id), before.open]).toEqual([[OTHER], null]);
    await startAttempt('alice', before.quiz);
    expect(await read()).toMatchObject({ open: { answers: [] }, questionId: 'tides-question' });
  });

  it('is an attempt of its own beside that of another device, which counts if the server had it first', async () => {
    await answer([given(1, 'a')], at(2));
    await sendFromOther([given(1, 'b')], at(3));
    await sync();
    expect(await readOwnAttempts(store, LESSON)).toMatchObject([
      { id: OTHER, score: 0, isOverLimit: false },
      { id: OWN, score: 1, isPassed: true, isOverLimit: true },
    ]);
    expect(await states()).toEqual(['open']);
    expect((await findProgress(store, LESSON)).completedAt).toBeNull();
  });
});
