import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ReviewReply } from '#schema/quizzes/review.ts';
import type { Person } from '../testing/people.ts';
import { testForTest } from './handed-in-for-test.ts';

type World = Awaited<ReturnType<typeof testForTest>>;
const reviewOf = ({ server, alice }: World, id: string, as: Person = alice) =>
  server.request(`/api/attempts/${id}/review`, { as });

describe('the review of a test', () => {
  it('has each question as its learner answered it, with the key and explanation of its score', async () => {
    const world = await testForTest();
    const { id } = await world.handIn({ answer: 'b' });
    await world.put('/api/admin/questions/tides-question', {
      prompt: '<p>Other words</p>',
      explanation: 'New',
    });
    const reply = await reviewOf(world, id);
    expect(reply.header('Cache-Control')).toBe('no-store');
    const { attempt, questions } = reply.read(ReviewReply);
    expect(attempt).toMatchObject({ id, score: 0, maxScore: 1 });
    expect(questions).toEqual([
      {
        ...{ id: 'tides-question', version: 1, kind: 'one', prompt: '<p>What comes after the ebb?</p>' },
        choices: JSON.stringify([
          { id: 'a', text: 'The flood' },
          { id: 'b', text: 'The moon' },
        ]),
        ...{ key: JSON.stringify({ right: ['a'] }), explanation: 'The moon causes both.' },
        ...{ points: 1, share: 0, right: 0, whole: 1 },
      },
    ]);
  });

  it('has a question that was left out as it was then, also after it was deleted, and none that was added', async () => {
    const world = await testForTest();
    const { id } = await world.handIn({ answer: null });
    const body = { kind: 'open', prompt: '<p>Why?</p>', key: JSON.stringify({ model: 'Because' }) };
    await world.server.request('/api/admin/quizzes/tides-quiz/questions', { as: world.admin, body });
    await world.server.request('/api/admin/questions/tides-question', { method: 'DELETE', as: world.admin });
    const { attempt, questions } = (await reviewOf(world, id)).read(ReviewReply);
    expect(attempt).toMatchObject({ score: 0, maxScore: 1 });
    expect(questions).toMatchObject([{ id: 'tides-question', share: 0, right: 0, whole: 1 }]);
  });

  it('explains a score by the key that gave it, before and after it is graded again', async () => {
    const world = await testForTest();
    const [right, wrong] = [await world.handIn(), await world.handIn({ answer: 'b' })];
    await world.correctKey('b');
    const keyOf = async (id: string) => {
      const { questions } = (await reviewOf(world, id)).read(ReviewReply);
      return questions.map(({ key, share }) => [key, share]);
    };
    expect(await keyOf(wrong.id)).toEqual([['{"right":["a"]}', 0]]);
    await world.regrade('raise');
    await world.server.deps.regrades.drain();
    expect(await keyOf(wrong.id)).toEqual([['{"right":["b"]}', 1]]);
    // It was not lowered, so it is explained by the key by which it was right.
    expect(await keyOf(right.id)).toEqual([['{"right":["a"]}', 1]]);
  });

  it('is refused to all others, for an open test, and where the answers are not released', async () => {
    const world = await testForTest();
    const { server, alice, admin } = world;
    const { id } = await world.handIn();
    for (const as of [admin, server.people.bob])
      expect((await reviewOf(world, id, as)).refusal.code).toBe('attempt_not_found');
    const open = {
      id: randomUUID(),
      quizId: 'tides-quiz',
      startedAt: '2026-11-21T07:00:00.000Z',
      answers: [],
    };
    await server.request('/api/attempts', { method: 'PUT', as: alice, body: open });
    expect((await reviewOf(world, open.id)).refusal.code).toBe('review_not_released');
    await world.put('/api/admin/quizzes/tides-quiz', { release: 'score' });
    const refused = await reviewOf(world, id);
    expect([refused.status, refused.refusal.error]).toEqual([409, 'The answers of this test are not shown']);
    expect(refused.text).not.toContain('right');
  });

  it('goes with the access to the course, and stays when the course is unpublished', async () => {
    const world = await testForTest();
    const { id } = await world.handIn();
    await world.put('/api/admin/courses/tides', { status: 'unpublished' });
    expect((await reviewOf(world, id)).status).toBe(200);
    await world.put('/api/admin/codes/access/tides/alice', { revoked: true, reason: 'A test' });
    expect((await reviewOf(world, id)).status).toBe(404);
  });
});
