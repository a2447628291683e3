import { generateKeyBetween } from 'fractional-indexing';
import { expect, it } from 'vitest';
import { findPullState } from '#pwa/store/account/pull-state.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import type { Person } from '#sync-server/testing/people.ts';
import { coursesOnServer } from '../testing/editor-world.ts';
import {
  adminView,
  expectedAdminView,
  expectedLearnerView,
  learnerView,
  pagesOf,
  promote,
  pullAll,
} from '../testing/pull-world.ts';
import { createRandom, type Random } from '../testing/random.ts';
import { arrive, openWorld, unlock, type World } from '../testing/world.ts';

/*
 * Three admins and a learner, each with one device: edits of all kinds in any order, pulls with pages of any
 * size in between, and pages that crash at any step. In the end all devices match the server. A failure
 * message contains the seed; run it alone with SEED=<n>.
 */
const SCHEDULES = Number(process.env.SCHEDULES ?? 3);
const STEPS = 40;
const only = process.env.SEED;
const seeds = only === undefined ? Array.from({ length: SCHEDULES }, (_, n) => n + 1) : [Number(only)];

it.each(seeds)('every device ends with the server’s state (SEED=%i)', async (seed) => {
  const world = await openWorld();
  const { admin, alice, bob, carol } = world.server.people;
  const random = createRandom(seed);
  await promote(world, [alice, bob]);
  await unlock(world, carol, 'tides', 'TIDES-CODE-1');
  await arrive(world, carol);
  await downloadCourse('tides');
  const admins = [admin, alice, bob];
  for (let step = 0; step < STEPS; step += 1) {
    await editSomething(world, random.pick(admins), random);
    if (random.below(3) === 0) await pullSomewhat(world, random.pick([...admins, carol]), random);
  }
  const expected = expectedAdminView(await coursesOnServer(world));
  for (const person of admins) {
    const store = await arrive(world, person);
    expect((await pullAll(store, pagesOf(7))).end).toBe('done');
    expect(await adminView(store), person.id).toEqual(expected);
  }
  const store = await arrive(world, carol);
  await pullAll(store, pagesOf(7));
  expect(await learnerView(store, 'tides')).toEqual(await expectedLearnerView(world, carol, 'tides'));
  expect(await store.adminCourses.count()).toBe(0);
});

/** Pages of a few rows, and sometimes a crash in the middle of one. */
async function pullSomewhat(world: World, person: Person, random: Random): Promise<void> {
  const store = await arrive(world, person);
  let left = random.below(6);
  const before = await findPullState(store);
  const onStep = () => {
    left -= 1;
    if (left === 0) throw new Error('the page is gone');
  };
  await pullAll(store, { ...pagesOf(1 + random.below(5)), onStep }).catch(() => undefined);
  const after = await findPullState(store);
  expect(after.count).toBeGreaterThanOrEqual(before.count);
}

async function editSomething(world: World, person: Person, random: Random): Promise<void> {
  const courses = await coursesOnServer(world);
  const course = random.pick(courses);
  const module = course.modules.length === 0 ? null : random.pick(course.modules);
  const lesson = module === null || module.lessons.length === 0 ? null : random.pick(module.lessons);
  const value = `word ${random.below(1_000)}`;
  const request = async (method: string, path: string, body?: object) => {
    const reply = await world.server.request(path, { as: person, method, ...(body && { body }) });
    expect(reply.status, `${method} ${path}`).toBe(200);
  };
  const position = generateKeyBetween(null, module?.position ?? null);
  const edits: (() => Promise<unknown>)[] = [
    () => request('PUT', `/api/admin/courses/${course.id}`, { title: value }),
    () => request('POST', `/api/admin/courses/${course.id}/modules`, { title: value }),
  ];
  if (module !== null) {
    edits.push(
      () => request('PUT', `/api/admin/modules/${module.id}`, random.pick([{ title: value }, { position }])),
      () =>
        request('POST', `/api/admin/modules/${module.id}/lessons`, {
          title: value,
          content: `<p>${value}</p>`,
        }),
    );
    if (random.below(4) === 0) edits.push(() => request('DELETE', `/api/admin/modules/${module.id}`));
  }
  if (lesson !== null) {
    const url = `https://example.org/${random.below(1_000)}`;
    const [resource] = lesson.resources;
    edits.push(
      () =>
        request(
          'PUT',
          `/api/admin/lessons/${lesson.id}`,
          random.pick([{ title: value }, { content: `<p>${value}</p>` }]),
        ),
      () => request('POST', `/api/admin/lessons/${lesson.id}/resources`, { title: value, type: 'link', url }),
      () => request('DELETE', `/api/admin/lessons/${lesson.id}`),
    );
    if (resource !== undefined) edits.push(() => request('DELETE', `/api/admin/resources/${resource.id}`));
  }
  await random.pick(edits)();
}
