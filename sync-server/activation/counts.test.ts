import { expect, it } from 'vitest';
import { dayOf } from '../courses/count-queries.ts';
import {
  betweenPieces,
  deletePopular,
  POPULAR,
  popularCourse,
  purgePopular,
} from '../editor/deleted-courses-for-test.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const byName = (a: readonly string[], b: readonly string[]) => (a.join() < b.join() ? -1 : 1);

/** The counts that are stored, without those of nothing. */
async function storedCounts({ deps }: TestServer) {
  const rows = await deps.db.selectFrom('activationCounts').selectAll().where('count', '!=', 0).execute();
  return rows.map(({ kind, key, count }) => [kind, key, String(count)]).sort(byName);
}

/** The same, counted. */
async function countedNow({ deps }: TestServer) {
  const counts = new Map<string, number>();
  for (const { courseId, activatedAt } of await deps.db.selectFrom('activations').selectAll().execute()) {
    for (const name of ['all ', `course ${courseId}`, `day ${dayOf(activatedAt)}`])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => [...name.split(' '), String(count)]).sort(byName);
}

const unlock = (server: TestServer, code: string) =>
  server.request('/api/courses/tides/activate', {
    as: server.people.alice,
    body: { activationCode: code },
  });

it('an activation is counted once, and a refused code not at all', async () => {
  const server = await serverForTest();
  await unlock(server, 'NO-SUCH-CODE');
  expect(await storedCounts(server)).toEqual([]);
  await unlock(server, 'TIDES-CODE-1');
  await unlock(server, 'TIDES-CODE-2');
  expect(await storedCounts(server)).toEqual(await countedNow(server));
  expect(await storedCounts(server)).toContainEqual(['course', 'tides', '1']);
});

it('activations of a deleted course are counted until they are removed', async () => {
  const server = await popularCourse();
  expect(await storedCounts(server)).toEqual(await countedNow(server));
  await betweenPieces(server);
  expect(await storedCounts(server)).toEqual(await countedNow(server));
});

it('nothing is left of the count of a removed course', async () => {
  const server = await popularCourse();
  await deletePopular(server);
  await purgePopular(server);
  await server.deps.deletedCourses.drain();
  expect(await storedCounts(server)).toEqual(await countedNow(server));
  const left = await server.deps.db.selectFrom('activationCounts').select('key').execute();
  expect(left.map(({ key }) => key)).not.toContain(POPULAR);
});
