import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { handIn } from '../testing/quiz-for-test.ts';
import { testForTest } from './handed-in-for-test.ts';
import { regradePage } from './regrade-queries.ts';

type World = Awaited<ReturnType<typeof testForTest>>;

async function gradeAgain({ server, regrade }: World, mode: string) {
  expect((await regrade(mode)).status).toBe(200);
  await server.deps.regrades.drain();
}

/** One attempt that the first key finds right, and one that the second key does. */
async function correctedTest() {
  const world = await testForTest();
  await world.handIn({ answer: 'a' });
  await world.handIn({ answer: 'b' });
  await world.correctKey('b');
  return world;
}

const grades = ({ server }: World) => server.deps.db.selectFrom('grades').selectAll().execute();
const scores = async ({ attempts }: World) =>
  (await attempts()).map(({ score, earlierScore, regradedAt }) => [score, earlierScore, regradedAt !== null]);

describe('a test whose key was corrected', () => {
  it('counts the attempts that were graded by the earlier key, until they are graded again', async () => {
    const world = await correctedTest();
    expect(await world.outdated()).toBe(2);
    await gradeAgain(world, 'raise');
    expect(await world.outdated()).toBe(0);
  });

  it('counts none after an edit of words or points, or for a question that was added or deleted', async () => {
    const world = await testForTest();
    await world.handIn();
    await world.put('/api/admin/questions/tides-question', { prompt: '<p>Other words</p>', points: 3 });
    const body = { kind: 'open', prompt: '<p>Why?</p>', key: JSON.stringify({ model: 'Because' }) };
    await world.server.request('/api/admin/quizzes/tides-quiz/questions', { as: world.admin, body });
    expect(await world.outdated()).toBe(0);
    await world.server.request('/api/admin/questions/tides-question', { method: 'DELETE', as: world.admin });
    expect(await world.outdated()).toBe(0);
    await gradeAgain(world, 'recompute');
    expect(await scores(world)).toEqual([[1, null, false]]);
  });

  it('raises scores and lowers none, and says what changed only where it did', async () => {
    const world = await correctedTest();
    await gradeAgain(world, 'raise');
    expect(await scores(world)).toEqual([
      ...[
        [1, null, false],
        [1, 0, true],
      ],
    ]);
    expect((await world.attempts()).map(({ isPassed }) => isPassed)).toEqual([true, true]);
  });

  it('recomputes scores both ways, also those that a raise has left', async () => {
    const world = await correctedTest();
    await gradeAgain(world, 'raise');
    await gradeAgain(world, 'recompute');
    expect(await scores(world)).toEqual([
      ...[
        [0, 1, true],
        [1, 0, true],
      ],
    ]);
  });

  it('grades an answer to any version by the newest key, with the points that were seen', async () => {
    const world = await testForTest();
    await world.handIn({ answer: 'c' });
    const choices = ['a', 'b', 'c'].map((id) => ({ id, text: id }));
    await world.put('/api/admin/questions/tides-question', { choices: JSON.stringify(choices), points: 5 });
    await world.handIn({ answer: 'c', version: 2 });
    await world.correctKey('c');
    await gradeAgain(world, 'recompute');
    expect((await world.attempts()).map(({ score, maxScore }) => [score, maxScore])).toEqual([
      ...[
        [1, 1],
        [5, 5],
      ],
    ]);
  });

  it('twice is as once: grades are added, once for each keys, and never changed', async () => {
    const world = await correctedTest();
    const first = await grades(world);
    await gradeAgain(world, 'raise');
    const second = await grades(world);
    await gradeAgain(world, 'raise');
    expect([first.length, second.length]).toEqual([2, 4]);
    expect(await grades(world)).toEqual(second);
    expect(second).toEqual(expect.arrayContaining(first));
    await world.correctKey('a');
    await gradeAgain(world, 'recompute');
    await world.correctKey('b');
    await gradeAgain(world, 'recompute');
    expect(await scores(world)).toEqual([
      ...[
        [0, 1, true],
        [1, 0, true],
      ],
    ]);
  });

  it('goes on where it was when the server ended between two pages', async () => {
    const world = await testForTest();
    const { db } = world.server.deps;
    for (let index = 0; index < 45; index += 1) await world.handIn({ answer: 'b' });
    await world.correctKey('b');
    await inTransaction(db, (trx) =>
      trx
        .insertInto('regrades')
        .values({ quizId: 'tides-quiz', mode: 'raise', afterUserId: '', afterAttemptId: '', requestedAt: '' })
        .execute(),
    );
    const at = world.server.clock.now().toISOString();
    await inTransaction(db, (trx) => regradePage(trx, at));
    const half = await world.attempts();
    const first = half.filter(({ score }) => score === 1).length;
    expect([first > 0, first <= 10]).toEqual([true, true]);
    await world.server.deps.regrades.drain();
    expect((await scores(world)).every(([score]) => score === 1)).toBe(true);
    expect(await db.selectFrom('regrades').selectAll().execute()).toEqual([]);
  });

  it('leaves practice, and is refused for a quiz that is none and to learners', async () => {
    const world = await testForTest();
    const path = (id: string) => `/api/admin/quizzes/${id}/regrade`;
    const { server, admin, alice } = world;
    const post = (id: string, mode = 'raise') =>
      server.request(path(id), { method: 'POST', as: admin, body: { mode } });
    expect((await post('no-quiz')).refusal.code).toBe('quiz_not_found');
    expect((await server.request(path('no-quiz'), { as: admin })).status).toBe(404);
    expect((await post('tides-quiz', 'lower')).status).toBe(400);
    expect((await world.regrade('raise', alice)).status).toBe(403);
    const practice = { id: 'practice', use: 'practice', title: 'Ebb' };
    await server.request('/api/admin/lessons/tides-lesson-1/quizzes', { as: admin, body: practice });
    expect((await post('practice')).status).toBe(200);
    expect(await server.deps.db.selectFrom('regrades').selectAll().execute()).toEqual([]);
  });
});

describe('an attempt that was handed in', () => {
  it('keeps its grade when questions are added, and a late answer is stored and not graded', async () => {
    const world = await testForTest();
    const { id } = await world.handIn();
    const body = { kind: 'text', prompt: '<p>Why?</p>', key: JSON.stringify({ accepted: ['Because'] }) };
    await world.server.request('/api/admin/quizzes/tides-quiz/questions', { as: world.admin, body });
    await world.correctKey('b');
    const late = {
      questionId: 'tides-question',
      version: 2,
      answer: 'b',
      answeredAt: '2026-11-21T07:09:00.000Z',
    };
    const attempt = { id, quizId: 'tides-quiz', startedAt: '2026-11-21T07:00:00.000Z', answers: [late] };
    await world.server.request('/api/attempts', {
      method: 'PUT',
      as: world.alice,
      key: randomUUID(),
      body: attempt,
    });
    const [stored] = await world.attempts();
    expect(stored).toMatchObject({ score: 1, maxScore: 1, answers: [{ answer: 'a' }, { answer: 'b' }] });
  });

  it('loses nothing by a raise for answers that arrive later: both keys count, until all is recomputed', async () => {
    const world = await testForTest();
    const answerLater = (id: string, answer: string) =>
      world.server.request('/api/attempts', {
        ...{ method: 'PUT', as: world.alice, key: randomUUID() },
        body: {
          ...{ id, quizId: 'tides-quiz', startedAt: '2026-11-21T07:00:00.000Z' },
          answers: [
            {
              ...{ questionId: 'tides-question', version: 1, answer },
              answeredAt: '2026-11-21T07:01:30.000Z',
            },
          ],
        },
      });
    const [first, second] = [await world.handIn({ answer: 'b' }), await world.handIn({ answer: 'a' })];
    await world.correctKey('b');
    await gradeAgain(world, 'raise');
    expect((await scores(world)).map(([score]) => score)).toEqual([1, 1]);
    // Without the regrade, the first one would be right by the key that was seen.
    await answerLater(first.id, 'a');
    await answerLater(second.id, 'b');
    expect((await scores(world)).map(([score]) => score)).toEqual([1, 1]);
    expect(await world.outdated()).toBe(0);
    await gradeAgain(world, 'recompute');
    expect((await scores(world)).map(([score]) => score)).toEqual([0, 1]);
  });

  it('is graded again when an answer from before arrives later, by the key of its regrade', async () => {
    const world = await testForTest();
    const { id } = await world.handIn({ answer: null });
    await world.correctKey('b');
    await gradeAgain(world, 'recompute');
    expect(await scores(world)).toEqual([[0, null, false]]);
    await handIn(world.server, { as: world.alice, id, answer: 'b' });
    expect(await scores(world)).toEqual([[1, null, false]]);
    expect(await world.outdated()).toBe(0);
  });
});
