import { generateKeyBetween } from 'fractional-indexing';
import { expect, it } from 'vitest';
import { findPullState } from '../../pwa/store/pull-state.ts';
import { keepCourse } from '../../pwa/sync/refresh.ts';
import type { Person } from '../../sync-server/testing/people.ts';
import { coursesOnServer } from './editor-world.ts';
import { adminTruth, adminView, learnerTruth, learnerView, pagesOf, promote, pullAll } from './pull-world.ts';
import { createRandom, type Random } from './random.ts';
import { arrive, openWorld, unlock, type World } from './world.ts';

/*
 * Three admins and a learner, each with one device: edits of all kinds in any order, pulls with pages of any
 * size in between, and pages that crash at any step. In the end all devices match the server. A failure
 * message contains the seed; run it alone with SEED=<n>.
 */
const SCHEDULES = 15;
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
  await keepCourse('tides');
  const admins = [admin, alice, bob];
  for (let step = 0; step < STEPS; step += 1) {
    await editSomething(world, random.pick(admins), random);
    if (random.below(3) === 0) await pullSomewhat(world, random.pick([...admins, carol]), random);
  }
  const truth = adminTruth(await coursesOnServer(world));
  for (const person of admins) {
    const store = await arrive(world, person);
    expect((await pullAll(store, pagesOf(7))).end).toBe('done');
    expect(await adminView(store), person.id).toEqual(truth);
    expect(await store.adminStrays.count()).toBe(0);
  }
  const store = await arrive(world, carol);
  await pullAll(store, pagesOf(7));
  expect(await learnerView(store, 'tides')).toEqual(await learnerTruth(world, carol, 'tides'));
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
  const word = `word ${random.below(1_000)}`;
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await world.server.ask(path, { as: person, method, ...(body && { body }) });
    expect(answer.status, `${method} ${path}`).toBe(200);
  };
  const position = generateKeyBetween(null, module?.position ?? null);
  const edits: (() => Promise<unknown>)[] = [
    () => ask('PUT', `/api/admin/courses/${course.id}`, { title: word }),
    () => ask('POST', `/api/admin/courses/${course.id}/modules`, { title: word }),
  ];
  if (module !== null) {
    edits.push(
      () => ask('PUT', `/api/admin/modules/${module.id}`, random.pick([{ title: word }, { position }])),
      () =>
        ask('POST', `/api/admin/modules/${module.id}/lessons`, { title: word, content: `<p>${word}</p>` }),
    );
    if (random.below(4) === 0) edits.push(() => ask('DELETE', `/api/admin/modules/${module.id}`));
  }
  if (lesson !== null) {
    const url = `https://example.org/${random.below(1_000)}`;
    const [resource] = lesson.resources;
    edits.push(
      () =>
        ask(
          'PUT',
          `/api/admin/lessons/${lesson.id}`,
          random.pick([{ title: word }, { content: `<p>${word}</p>` }]),
        ),
      () => ask('POST', `/api/admin/lessons/${lesson.id}/resources`, { title: word, type: 'link', url }),
      () => ask('DELETE', `/api/admin/lessons/${lesson.id}`),
    );
    if (resource !== undefined) edits.push(() => ask('DELETE', `/api/admin/resources/${resource.id}`));
  }
  await random.pick(edits)();
}
