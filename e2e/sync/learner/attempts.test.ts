import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordAnswers } from '#pwa/sync/enqueue/record-answers.ts';
import { readOwnAttempts } from '#pwa/sync/quizzes/own-attempts.ts';
import { readShownQuizzes } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import type { GivenAnswer } from '#schema/quizzes/attempt.ts';
import { attemptOf } from '#sync-server/courses/quiz-queries.ts';
import { addQuiz } from '#sync-server/testing/quiz-for-test.ts';
import { faults } from '../testing/network.ts';
import { editOnServer, openTidesDevice, pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

const ATTEMPT = '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a41';
const at = (minute: number) => `2026-11-21T07:0${minute}:00.000Z`;
const given = (minute: number, answer = 'a'): GivenAnswer => {
  return { questionId: 'tides-question', version: 1, answer, answeredAt: at(minute) };
};

beforeEach(async () => {
  ({ world, store } = await openTidesDevice());
  await addQuiz(world.server);
  await pullAll(store);
});

const answer = (answers: readonly GivenAnswer[], others: { id?: string; submittedAt?: string } = {}) =>
  recordAnswers(knownUserId(), {
    ...{ id: ATTEMPT, quizId: 'tides-quiz', quizTitle: 'Which tide?', lessonId: 'tides-lesson-1' },
    ...{ startedAt: at(0), answers: [...answers], ...others },
  });

const shown = () => readOwnAttempts(store, 'tides-lesson-1');

async function onServer() {
  const rows = await world.server.deps.db.selectFrom('attempts').selectAll().orderBy('id').execute();
  return rows.map(attemptOf);
}

async function sync(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await drainLater(store);
  await pullAll(store);
}

describe('answers on a device', () => {
  it('come with the questions of a downloaded course, as rows of the pull', async () => {
    const [quiz] = await readShownQuizzes(store, 'tides-lesson-1');
    expect(quiz).toMatchObject({ title: 'Which tide?', questions: [{ id: 'tides-question', version: 1 }] });
    await editOnServer(world, 'PUT', '/api/admin/questions/tides-question', { points: 3 });
    await pullAll(store);
    expect((await readShownQuizzes(store, 'tides-lesson-1'))[0]?.questions[0]?.points).toBe(3);
    await editOnServer(world, 'DELETE', '/api/admin/lessons/tides-lesson-1');
    await pullAll(store);
    expect(await store.quizzes.count()).toBe(0);
    expect(await store.questions.count()).toBe(0);
  });

  it('are shown at once, and saved once although the first reply is lost', async () => {
    await answer([given(1, 'b')]);
    await answer([given(2)]);
    expect(await shown()).toMatchObject([{ id: ATTEMPT, answers: [given(1, 'b'), given(2)] }]);
    expect(await listUnsent(store)).toHaveLength(1);
    world.network.plan = [faults.replyLost];
    await sync();
    expect(await listUnsent(store)).toEqual([]);
    expect(await onServer()).toMatchObject([{ answers: [given(1, 'b'), given(2)], score: 0 }]);
    expect(await store.attempts.toArray()).toMatchObject([{ id: ATTEMPT, score: 0, maxScore: 1 }]);
    expect(await shown()).toHaveLength(1);
  });

  it('stay shown between the ack, which writes no row, and the pull', async () => {
    await answer([given(1)]);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await store.attempts.count()).toBe(0);
    expect(await shown()).toMatchObject([{ answers: [given(1)] }]);
    await pullAll(store);
    expect(await store.attempts.count()).toBe(1);
    expect(await shown()).toMatchObject([{ answers: [given(1)] }]);
  });

  it('join no command that was attempted', async () => {
    await answer([given(1)]);
    world.network.plan = [faults.requestLost];
    await drainLater(store);
    await answer([given(2)]);
    expect(await listUnsent(store)).toHaveLength(2);
    await sync();
    expect(await onServer()).toMatchObject([{ answers: [given(1), given(2)] }]);
  });

  it('of two devices are united, on the server and on both', async () => {
    await answer([given(2, 'b')]);
    const { alice } = world.server.people;
    await world.server.request('/api/attempts', {
      ...{ as: alice, method: 'PUT' },
      body: { id: ATTEMPT, quizId: 'tides-quiz', startedAt: at(0), answers: [given(1)] },
    });
    await pullAll(store);
    expect(await shown()).toMatchObject([{ answers: [given(1), given(2, 'b')] }]);
    await sync();
    expect(await onServer()).toMatchObject([{ answers: [given(1), given(2, 'b')], score: 1 }]);
    expect(await shown()).toMatchObject([{ answers: [given(1), given(2, 'b')] }]);
  });

  it('to questions that were deleted meanwhile are refused with a sentence, and not lost', async () => {
    await answer([given(1)]);
    await editOnServer(world, 'DELETE', '/api/admin/quizzes/tides-quiz');
    await sync();
    const [row] = await listUnsent(store);
    expect(row).toMatchObject({ state: 'refused', command: { kind: 'attempt.save' } });
    expect(row?.lastProblem).toContain('no longer exist');
  });
});
