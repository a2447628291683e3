import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { resultOf } from '#schema/quizzes/result.ts';
import { testForTest } from './handed-in-for-test.ts';

const limited = { attemptsMax: 2, scoreRule: 'best' } as const;

describe('an attempt over the limit of its test', () => {
  it('is stored, graded and marked, in the order in which the server gets it, also from two devices', async () => {
    const world = await testForTest(limited);
    // Begun first, and handed in last: the other device was offline.
    const ids: string[] = [randomUUID(), randomUUID(), randomUUID()];
    const [first = '', second = '', third = ''] = ids;
    await world.handIn({ id: second, answer: 'b' });
    await world.handIn({ id: third, answer: 'b' });
    const late = await world.handIn({ id: first, answer: 'a' });
    expect(late).toMatchObject({ isOverLimit: true, score: 1, isPassed: true });
    const attempts = await world.attempts();
    expect(attempts.map(({ id, isOverLimit }) => [ids.indexOf(id), isOverLimit])).toEqual([
      ...[
        [1, false],
        [2, false],
        [0, true],
      ],
    ]);
    expect(resultOf(limited, attempts)).toMatchObject({ isPassed: false, used: 2, left: 0 });
  });

  it('counts once an admin says so, which the learner pulls and the history names', async () => {
    const world = await testForTest({ attemptsMax: 1 });
    await world.handIn({ answer: 'b' });
    const { id } = await world.handIn();
    for (let time = 0; time < 2; time += 1) expect((await world.count(id)).status).toBe(200);
    const attempts = await world.attempts();
    expect(attempts.map(({ isOverLimit }) => isOverLimit)).toEqual([false, false]);
    expect(resultOf({ attemptsMax: 1, scoreRule: 'best' }, attempts)).toMatchObject({
      isPassed: true,
      left: 0,
    });
    const audit = await world.server.request('/api/admin/audit', { as: world.admin });
    const { revisions } = audit.read(endpoints.listAudit.output);
    expect(revisions.filter(({ entity }) => entity === 'user')).toMatchObject([
      { title: 'alice Ashdown', after: { attempt: 'counted', quiz: 'Which tide?' } },
    ]);
  });

  it('stays marked when it is sent again or the limit is raised, and the next one counts then', async () => {
    const world = await testForTest({ attemptsMax: 1 });
    await world.handIn();
    const over = await world.handIn();
    await world.put('/api/admin/quizzes/tides-quiz', { attemptsMax: 2 });
    expect(await world.handIn({ id: over.id })).toMatchObject({ isOverLimit: true });
    expect(await world.handIn()).toMatchObject({ isOverLimit: false });
  });

  it('is counted by nobody but an admin, and only where there is one', async () => {
    const { server, alice, handIn, count } = await testForTest({ attemptsMax: 1 });
    await handIn();
    const { id } = await handIn();
    const path = `/api/admin/attempts/alice/${id}/count`;
    expect((await server.request(path, { method: 'PUT', as: alice })).status).toBe(403);
    expect((await count(randomUUID())).refusal.code).toBe('attempt_unknown');
  });
});
