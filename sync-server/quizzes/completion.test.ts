import { describe, expect, it } from 'vitest';
import { pullAll } from '../sync/sync-for-test.ts';
import { testForTest } from './handed-in-for-test.ts';

const required = { isRequired: 1 };

/** A second required test in the same lesson. */
async function addSecond({ server, admin }: Awaited<ReturnType<typeof testForTest>>) {
  const quiz = { id: 'second', use: 'test', title: 'And the other?', ...required };
  await server.request('/api/admin/lessons/tides-lesson-1/quizzes', { as: admin, body: quiz });
  const choices = [
    { id: 'a', text: 'Ebb' },
    { id: 'b', text: 'Moon' },
  ];
  const key = JSON.stringify({ right: ['a'] });
  const question = { id: 'second-q', kind: 'one', prompt: '<p>?</p>', choices: JSON.stringify(choices), key };
  await server.request('/api/admin/quizzes/second/questions', { as: admin, body: question });
}

describe('a lesson with required tests', () => {
  it('is complete when the last of them is passed, and the learner pulls that', async () => {
    const world = await testForTest(required);
    await addSecond(world);
    await world.handIn({ answer: 'b' });
    await world.handIn();
    expect(await world.isComplete()).toBe(false);
    await world.handIn({ quizId: 'second', questionId: 'second-q' });
    expect(await world.isComplete()).toBe(true);
    const { changes } = await pullAll(world.server, world.alice);
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'progress', id: 'tides-lesson-1' }));
  });

  it('is complete by a test that passes when it is graded again, or counted', async () => {
    const regraded = await testForTest(required);
    await regraded.handIn({ answer: 'b' });
    await regraded.correctKey('b');
    await regraded.regrade('raise');
    await regraded.server.deps.regrades.drain();
    expect(await regraded.isComplete()).toBe(true);
    const counted = await testForTest({ ...required, attemptsMax: 1 });
    await counted.handIn({ answer: 'b' });
    const { id } = await counted.handIn();
    expect(await counted.isComplete()).toBe(false);
    await counted.count(id);
    expect(await counted.isComplete()).toBe(true);
  });

  it('stays complete when a score is lowered, and by hand if the test became required later', async () => {
    const world = await testForTest(required);
    await world.handIn();
    await world.correctKey('b');
    await world.regrade('recompute');
    await world.server.deps.regrades.drain();
    expect((await world.attempts()).map(({ isPassed }) => isPassed)).toEqual([false]);
    expect(await world.isComplete()).toBe(true);
    const entry = { lessonId: 'tides-lesson-2', completedAt: '2026-11-21T07:00:00.000Z' };
    const entries = [{ ...entry, updatedAt: entry.completedAt }];
    await world.server.request('/api/progress', { method: 'PUT', as: world.alice, body: { entries } });
    expect(await world.isComplete('tides-lesson-2')).toBe(true);
  });

  it('is not complete by practice, by a test that is not required, or by one of another lesson', async () => {
    const world = await testForTest();
    await world.handIn();
    expect(await world.isComplete()).toBe(false);
  });
});
