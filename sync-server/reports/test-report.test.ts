import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CourseReportReply, LearnersReportReply } from '#schema/reports/reports.ts';
import { testForTest } from '../quizzes/handed-in-for-test.ts';
import { activate } from '../sync/sync-for-test.ts';
import { handIn } from '../testing/quiz-for-test.ts';

async function reportOf(fields: object = {}) {
  const world = await testForTest(fields);
  const { server, admin } = world;
  await activate(server, server.people.bob, 'TIDES-CODE-2');
  const read = async (laterMs = 61_000) => {
    server.clock.advance(laterMs);
    const reply = await server.request('/api/admin/reports/courses/tides', { as: admin });
    const [quiz] = reply.read(CourseReportReply).report.quizzes;
    if (quiz === undefined) throw new Error('the report has no quiz');
    return quiz;
  };
  const csv = async (as = admin) => server.request('/api/admin/reports/courses/tides/answers.csv', { as });
  return { ...world, bob: server.people.bob, read, csv };
}

describe('the report of a test', () => {
  it('has its scores by the attempts that count, and each attempt of a learner', async () => {
    const world = await reportOf({ attemptsMax: 1 });
    expect((await world.read()).scores).toBeNull();
    await world.handIn({ answer: 'b' });
    const over = await world.handIn();
    await handIn(world.server, { as: world.bob });
    const { scores, learners } = await world.read();
    expect(scores).toEqual({
      ...{ learners: 2, passed: 1, averagePercent: 50 },
      bands: [
        { from: 0, to: 19, learners: 1 },
        { from: 20, to: 39, learners: 0 },
        { from: 40, to: 59, learners: 0 },
        { from: 60, to: 79, learners: 0 },
        { from: 80, to: 100, learners: 1 },
      ],
    });
    expect(learners).toMatchObject([
      {
        ...{ userId: 'alice', attempts: 2, best: 0, of: 1 },
        handedIn: [
          { number: 1, score: 0, isPassed: false, isOverLimit: false },
          { number: 2, attemptId: over.id, score: 1, isPassed: true, isOverLimit: true },
        ],
      },
      { userId: 'bob', best: 1, handedIn: [{ number: 1 }] },
    ]);
    await world.count(over.id);
    expect((await world.read(0)).scores).toMatchObject({ passed: 2, averagePercent: 100 });
  });

  it('says how many attempts were graded with an earlier key', async () => {
    const world = await reportOf();
    await world.handIn({ answer: 'b' });
    await world.correctKey('b');
    expect((await world.read()).outdated).toBe(1);
    await world.regrade('raise');
    await world.server.deps.regrades.drain();
    expect(await world.read(0)).toMatchObject({ outdated: 0, scores: { passed: 1 } });
  });

  it('counts an answer as right where it has its points, so by the key of its score, when it is handed in', async () => {
    const world = await reportOf();
    await world.handIn({ answer: 'b' });
    await world.handIn({ answer: 'b' });
    await world.handIn({ answer: 'a' });
    const open = { id: randomUUID(), quizId: 'tides-quiz', startedAt: '2026-11-21T07:00:00.000Z' };
    const answers = [
      { questionId: 'tides-question', version: 1, answer: 'b', answeredAt: '2026-11-21T07:00:00.000Z' },
    ];
    await world.server.request('/api/attempts', {
      ...{ method: 'PUT', as: world.bob, body: { ...open, answers } },
    });
    await world.correctKey('b');
    const counts = async () => (await world.read(0)).questions;
    const moon = { text: 'The moon', count: 2 };
    expect(await counts()).toMatchObject([{ answered: 3, right: 1, leftOut: 0, mostWrong: moon }]);
    await world.regrade('raise');
    await world.server.deps.regrades.drain();
    expect(await counts()).toMatchObject([{ answered: 3, right: 3, leftOut: 0, mostWrong: null }]);
    await world.correctKey('a');
    await world.regrade('recompute');
    await world.server.deps.regrades.drain();
    expect(await counts()).toMatchObject([{ answered: 3, right: 1, leftOut: 0, mostWrong: moon }]);
  });

  it('is counted in that of learners: required tests, and those that were passed', async () => {
    const world = await reportOf({ isRequired: 1 });
    await world.handIn();
    const reply = await world.server.request('/api/admin/reports/learners', { as: world.admin });
    const { learners } = reply.read(LearnersReportReply);
    const tests = learners.map(({ userId, testsRequired, testsPassed }) => [
      userId,
      testsRequired,
      testsPassed,
    ]);
    expect(tests).toEqual([
      ['admin', 0, 0],
      ['alice', 1, 1],
      ['bob', 1, 0],
      ['carol', 0, 0],
    ]);
  });
});

describe('the file of answers', () => {
  it('has a row for each answer that counts, by the key of its score, with formulas made harmless', async () => {
    const world = await reportOf();
    await world.put('/api/admin/quizzes/tides-quiz', { title: '=1+1' });
    await world.handIn({ answer: 'b' });
    // An open attempt does not count yet.
    const answers = [
      { questionId: 'tides-question', version: 1, answer: 'a', answeredAt: '2026-11-21T07:00:00.000Z' },
    ];
    const open = { id: randomUUID(), quizId: 'tides-quiz', startedAt: '2026-11-21T07:00:00.000Z', answers };
    await world.server.request('/api/attempts', { method: 'PUT', as: world.bob, body: open });
    const lines = async () => (await world.csv()).text.trim().split('\r\n').slice(1);
    const [line, ...more] = await lines();
    expect(more).toEqual([]);
    expect(line).toContain(`,test,'=1+1,alice Ashdown,alice@example.org,`);
    expect(line).toContain(
      ',What comes after the ebb?,1,The moon,2026-11-21T07:01:00.000Z,0,0,alice,tides-question',
    );
    await world.correctKey('b');
    await world.regrade('raise');
    await world.server.deps.regrades.drain();
    expect((await lines())[0]).toContain('The moon,2026-11-21T07:01:00.000Z,100,1,');
  });

  it('comes in pages, and to admins only', async () => {
    const world = await reportOf();
    for (let index = 0; index < 201; index += 1) await world.handIn();
    const reply = await world.csv();
    expect(reply.header('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(reply.text.trim().split('\r\n')).toHaveLength(202);
    expect((await world.csv(world.alice)).status).toBe(403);
  });
});
