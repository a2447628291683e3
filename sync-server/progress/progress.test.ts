import { describe, expect, it } from 'vitest';
import { type ProgressEntry, ProgressReply } from '#schema/learning/progress.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const EIGHT = '2026-11-21T08:00:00.000Z';
const SEVEN = '2026-11-21T07:00:00.000Z';
const SIX = '2026-11-21T06:00:00.000Z';
const lessonId = 'tides-lesson-1';

/** A server where alice has unlocked the course. */
async function serverWithAlice(): Promise<{ server: TestServer; alice: Person }> {
  const server = await serverForTest({ courses: [fixtureCourse(), fixtureCourse({ id: 'winds' })] });
  const { alice } = server.people;
  const body = { activationCode: 'TIDES-CODE-1' };
  await server.request('/api/courses/tides/activate', { as: alice, body });
  return { server, alice };
}

async function save(server: TestServer, as: Person, entries: readonly ProgressEntry[]) {
  const response = await server.request('/api/progress', { as, method: 'PUT', body: { entries } });
  expect(response.status).toBe(200);
  return response.read(ProgressReply).entries;
}

const load = async (server: TestServer, as: Person) =>
  (await server.request('/api/progress', { as })).read(ProgressReply).entries;

describe('progress', () => {
  it('is stored and returned in its new state', async () => {
    const { server, alice } = await serverWithAlice();
    const saved = await save(server, alice, [
      { lessonId, completedAt: SEVEN, positionSeconds: 12.5, updatedAt: SEVEN },
    ]);
    expect(saved).toEqual([
      {
        lessonId,
        completedAt: SEVEN,
        completedUpdatedAt: SEVEN,
        positionSeconds: 12.5,
        positionUpdatedAt: SEVEN,
      },
    ]);
    expect(await load(server, alice)).toEqual(saved);
    expect(await load(server, server.people.bob)).toEqual([]);
  });

  it('lets the later entry win, field by field, in whatever order entries arrive', async () => {
    const { server, alice } = await serverWithAlice();
    await save(server, alice, [{ lessonId, completedAt: SEVEN, updatedAt: SEVEN }]);
    await save(server, alice, [{ lessonId, completedAt: null, positionSeconds: 30, updatedAt: SIX }]);
    expect(await load(server, alice)).toMatchObject([{ completedAt: SEVEN, positionSeconds: 30 }]);
    await save(server, alice, [{ lessonId, completedAt: null, updatedAt: EIGHT }]);
    expect(await load(server, alice)).toMatchObject([{ completedAt: null, positionSeconds: 30 }]);
  });

  it('accepts several entries for one lesson in one report', async () => {
    const { server, alice } = await serverWithAlice();
    const saved = await save(server, alice, [
      { lessonId, positionSeconds: 90, updatedAt: SEVEN },
      { lessonId, positionSeconds: 10, updatedAt: SIX },
      { lessonId, completedAt: SEVEN, updatedAt: SEVEN },
    ]);
    expect(saved).toMatchObject([{ positionSeconds: 90, completedAt: SEVEN }]);
  });

  it('does not let a clock that runs ahead win for ever', async () => {
    const { server, alice } = await serverWithAlice();
    const future = '2036-01-01T00:00:00.000Z';
    const [saved] = await save(server, alice, [{ lessonId, completedAt: future, updatedAt: future }]);
    expect(saved).toMatchObject({ completedAt: EIGHT, completedUpdatedAt: EIGHT });
    server.clock.advance(1_000);
    await save(server, alice, [{ lessonId, completedAt: null, updatedAt: '2026-11-21T08:00:01.000Z' }]);
    expect(await load(server, alice)).toMatchObject([{ completedAt: null }]);
  });

  it('stores times in UTC and accepts dates that do not exist', async () => {
    const { server, alice } = await serverWithAlice();
    const [saved] = await save(server, alice, [
      { lessonId, completedAt: '2026-11-21T09:00:00+02:00', updatedAt: '2026-11-21T09:00:00+02:00' },
    ]);
    expect(saved?.completedAt).toBe(SEVEN);
    const body = { entries: [{ lessonId, completedAt: '2026-02-31T00:00:00Z', updatedAt: EIGHT }] };
    const response = await server.request('/api/progress', { as: alice, method: 'PUT', body });
    expect(response.status).toBeLessThan(500);
  });

  it('omits lessons that are deleted or not accessible and stores the rest of the report', async () => {
    const { server, alice } = await serverWithAlice();
    const saved = await save(server, alice, [
      { lessonId: 'deleted-long-ago', positionSeconds: 1, updatedAt: SEVEN },
      { lessonId: 'winds-lesson-1', positionSeconds: 1, updatedAt: SEVEN },
      { lessonId, positionSeconds: 1, updatedAt: SEVEN },
    ]);
    expect(saved.map((entry) => entry.lessonId)).toEqual([lessonId]);
    expect(
      await save(server, server.people.bob, [{ lessonId, positionSeconds: 1, updatedAt: SEVEN }]),
    ).toEqual([]);
  });

  it('accepts a report of a hundred lessons within the body limit', async () => {
    const { server, alice } = await serverWithAlice();
    const entries = Array.from({ length: 100 }, (_, i) => ({
      lessonId: `tides-lesson-${(i % 4) + 1}`,
      positionSeconds: i,
      updatedAt: new Date(Date.parse(SIX) + i).toISOString(),
    }));
    const saved = await save(server, alice, entries);
    expect(saved.map((entry) => entry.positionSeconds).sort()).toEqual([96, 97, 98, 99]);
  });

  it('lets admins try every course', async () => {
    const { server } = await serverWithAlice();
    const saved = await save(server, server.people.admin, [
      { lessonId: 'winds-lesson-2', positionSeconds: 1, updatedAt: SEVEN },
    ]);
    expect(saved).toHaveLength(1);
  });
});
