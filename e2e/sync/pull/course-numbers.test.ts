import { beforeEach, expect, it } from 'vitest';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshAdminCourse, refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { listAdminOutlines } from '#pwa/testing/admin-outlines.ts';
import { fixtureCourse, fixtureVideo } from '#sync-server/testing/fixture-courses.ts';
import { editOnServer, pullAll } from '../testing/pull-world.ts';
import { arrive, openWorld, unlock, type World } from '../testing/world.ts';

/* The list of courses: changes are pulled, and what changes with every learner is fetched as numbers. */

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.admin);
  await refreshAdminCourses();
  world.network.seen.length = 0;
});

const findTides = async () => (await listAdminOutlines(store)).find(({ id }) => id === 'tides');
const paths = () => world.network.seen.map(({ path }) => path.split('?')[0]);

it('a learner who unlocks a course is counted, and no lesson is sent for that', async () => {
  const before = await findTides();
  await unlock(world, world.server.people.alice, 'tides', 'TIDES-CODE-1');
  world.network.seen.length = 0;
  await refreshAdminCourses();
  const after = await findTides();
  expect(after?.enrollmentCount).toBe((before?.enrollmentCount ?? 0) + 1);
  expect(after?.codeStats.used).toBe((before?.codeStats.used ?? 0) + 1);
  expect(paths()).toEqual(['/api/sync', '/api/admin/course-numbers']);
});

it('a change by another admin is pulled', async () => {
  await editOnServer(world, 'PUT', '/api/admin/lessons/tides-lesson-1', { title: 'Ebb' });
  await refreshAdminCourses();
  expect(JSON.stringify(await findTides())).toContain('Ebb');
});

it('the address of a video that has expired is renewed with the codes of its course', async () => {
  world = await openWorld([fixtureCourse({ video: fixtureVideo })]);
  store = await arrive(world, world.server.people.admin);
  await refreshAdminCourse('tides');
  const present = await findTides();
  const rows = await store.lessons.toArray();
  const expire = (url: string) => url.replace(/\?expires=.*/, '?expires=1&signature=old');
  const expired = rows.map((row) => ({ ...row, videoUrl: row.videoUrl && expire(row.videoUrl) }));
  await store.database.lessons.bulkPut(expired);
  expect((await findTides())?.modules).not.toEqual(present?.modules);
  await refreshAdminCourse('tides');
  expect((await findTides())?.modules).toEqual(present?.modules);
});

it('a course that is opened before the first pull has ended is fetched whole, and is the same after it', async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.admin);
  await refreshAdminCourse('tides');
  const early = await findTides();
  expect(early?.modules.flatMap(({ lessons }) => lessons)).not.toEqual([]);
  expect(paths()).not.toContain('/api/sync');
  await pullAll(store);
  expect({ ...early, position: '' }).toEqual({ ...(await findTides()), position: '' });
});
