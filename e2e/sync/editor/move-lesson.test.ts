import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findProgress } from '#pwa/store/account/progress.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { decideConflict } from '#pwa/sync/conflicts/decide.ts';
import {
  enqueueLessonCreate,
  enqueueModuleCreate,
  enqueueResourceCreate,
  enqueueSave,
} from '#pwa/sync/enqueue/editor-commands.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import {
  courseOnServer,
  coursesOnServer,
  editElsewhere,
  LESSON,
  lessonEdit,
  lessonOnServer,
  openAdminDevice,
  planOf,
  shownCourses,
  tides,
} from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import {
  adminView,
  expectedAdminView,
  expectedLearnerView,
  learnerView,
  openTidesDevice,
  pullAll,
} from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

/* The tides have the modules tides-module-1, with the lesson, and tides-module-2. */
const FROM = 'tides-module-1';
const TO = 'tides-module-2';

let world: World;
let store: PrivateStore;

const moveTo = async (moduleId: string, changes: object = {}) =>
  enqueueSave(
    knownUserId(),
    planOf({ lessons: [await lessonEdit(store, LESSON, { moduleId, position: 'a5', ...changes })] }),
  );

const drop = (moduleId: string, version = 1) =>
  enqueueSave(knownUserId(), planOf({ deletedModules: [{ moduleId, title: moduleId, version }] }));

async function sync(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await drainLater(store);
  await pullAll(store);
}

const placeIn = (
  course: { modules: readonly { id: string; lessons: readonly { id: string }[] }[] } | undefined,
) => course?.modules.find(({ lessons }) => lessons.some(({ id }) => id === LESSON))?.id;
const placeOnServer = async () => placeIn(await courseOnServer(world, 'tides'));
const shownPlace = async () => placeIn((await shownCourses(store)).find(({ id }) => id === 'tides'));

async function expectQuiet(): Promise<void> {
  expect((await listUnsent(store)).map(({ command, lastProblem }) => [command.kind, lastProblem])).toEqual(
    [],
  );
  expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
}

async function theConflict() {
  const [row] = (await listUnsent(store)).filter(({ conflict }) => conflict !== undefined);
  if (row === undefined) throw new Error('Nothing waits for a person');
  return row;
}

describe('a lesson moved to another module', () => {
  beforeEach(async () => {
    ({ world, store } = await openAdminDevice());
  });

  it('is there at once, arrives once with its resources, and its history says from where', async () => {
    const before = await lessonOnServer(world, LESSON);
    await moveTo(TO);
    expect(await shownPlace()).toBe(TO);
    world.network.plan = [faults.replyLost];
    await sync();
    expect(await placeOnServer()).toBe(TO);
    expect(await lessonOnServer(world, LESSON)).toMatchObject({ version: 2, resources: before?.resources });
    const path = `/api/admin/lessons/${LESSON}/history`;
    const reply = await world.server.request(path, { as: world.server.people.admin });
    const { revisions } = reply.read(endpoints.listLessonHistory.output);
    expect(revisions.filter(({ kind }) => kind === 'update')).toMatchObject([
      { before: { moduleId: FROM }, after: { moduleId: TO, position: 'a5' } },
    ]);
    await expectQuiet();
  });

  it('by two admins to different modules is where the later edit put it, with the edits of both', async () => {
    await editElsewhere(world, 'courses/tides/modules', { id: 'third' }, 'POST');
    await moveTo(TO, { title: 'Mine' });
    await editElsewhere(world, `lessons/${LESSON}`, { moduleId: 'third', description: 'Theirs' });
    await sync();
    expect(await placeOnServer()).toBe(TO);
    expect(await lessonOnServer(world, LESSON)).toMatchObject({ title: 'Mine', description: 'Theirs' });
    await expectQuiet();
  });

  it('stays where another admin moved it, if this device only edited it', async () => {
    await enqueueSave(
      knownUserId(),
      planOf({ lessons: [await lessonEdit(store, LESSON, { title: 'Mine' })] }),
    );
    await editElsewhere(world, `lessons/${LESSON}`, { moduleId: TO });
    await sync();
    expect(await placeOnServer()).toBe(TO);
    await expectQuiet();
  });

  it('into a module that is not on the server yet waits for that', async () => {
    await enqueueSave(
      knownUserId(),
      planOf({ lessons: [await lessonEdit(store, LESSON, { title: 'Before' })] }),
    );
    const { moduleId } = await enqueueModuleCreate(knownUserId(), tides);
    await moveTo(moduleId);
    expect(await shownPlace()).toBe(moduleId);
    await sync();
    expect(await placeOnServer()).toBe(moduleId);
    expect((await lessonOnServer(world, LESSON))?.title).toBe('Before');
    await expectQuiet();
  });

  it('can be moved before it is on the server itself', async () => {
    const place = { courseId: 'tides', moduleId: FROM };
    const { lessonId } = await enqueueLessonCreate(knownUserId(), place, { title: 'New' });
    const { moduleId } = await enqueueModuleCreate(knownUserId(), tides);
    const edit = await lessonEdit(store, lessonId, { moduleId, position: 'a1' });
    await enqueueSave(knownUserId(), planOf({ lessons: [edit] }));
    await sync();
    const modules = (await courseOnServer(world, 'tides'))?.modules ?? [];
    expect(modules.find(({ id }) => id === moduleId)?.lessons.map(({ id }) => id)).toEqual([lessonId]);
    await expectQuiet();
  });

  it('out of a module survives its deletion, in the same save and in a later one', async () => {
    const lessons = [await lessonEdit(store, LESSON, { moduleId: TO, position: 'a5', title: 'Kept' })];
    const deletedModules = [{ moduleId: FROM, title: FROM, version: 1 }];
    await enqueueSave(knownUserId(), planOf({ lessons, deletedModules }));
    await sync();
    expect(await placeOnServer()).toBe(TO);
    const at = { courseId: 'tides', moduleId: TO, lessonId: LESSON, lessonTitle: 'Kept' };
    const sheet = { title: 'Sheet', type: 'link', url: 'https://a.example/' } as const;
    const { moduleId } = await enqueueModuleCreate(knownUserId(), tides);
    await enqueueResourceCreate(knownUserId(), at, sheet);
    await moveTo(moduleId);
    await drop(TO);
    await sync();
    expect(await placeOnServer()).toBe(moduleId);
    expect((await lessonOnServer(world, LESSON))?.resources.at(-1)?.title).toBe('Sheet');
    await expectQuiet();
  });

  it('into a module that is then deleted is deleted with it, as its user saw', async () => {
    await moveTo(TO);
    await drop(TO);
    expect(await shownPlace()).toBeUndefined();
    await sync();
    expect(await lessonOnServer(world, LESSON)).toBeUndefined();
    await expectQuiet();
  });
});

describe('a lesson moved into a module that another admin deletes meanwhile', () => {
  beforeEach(async () => {
    ({ world, store } = await openAdminDevice());
    await moveTo(TO, { title: 'Mine' });
    await editElsewhere(world, `modules/${TO}`, undefined, 'DELETE');
    await sync();
  });

  it('stays in its module until the user decides, and can stay there with its other edits', async () => {
    expect(await placeOnServer()).toBe(FROM);
    expect((await theConflict()).conflict).toMatchObject({ reason: 'deleted', fields: ['moduleId'] });
    await decideConflict((await theConflict()).id, { kind: 'theirs' });
    await sync();
    expect(await placeOnServer()).toBe(FROM);
    expect((await lessonOnServer(world, LESSON))?.title).toBe('Mine');
    await expectQuiet();
  });

  it('moves there if the user restores the module', async () => {
    await decideConflict((await theConflict()).id, { kind: 'recreate' });
    await sync();
    const modules = (await courseOnServer(world, 'tides'))?.modules ?? [];
    expect(modules.map(({ lessons }) => lessons.some(({ id }) => id === LESSON))).toEqual([false, true]);
    expect((await lessonOnServer(world, LESSON))?.title).toBe('Mine');
    await expectQuiet();
  });
});

it('a lesson that is deleted with its old module is made again in the new one', async () => {
  ({ world, store } = await openAdminDevice());
  await moveTo(TO, { title: 'Mine' });
  await editElsewhere(world, `modules/${FROM}`, undefined, 'DELETE');
  await sync();
  await decideConflict((await theConflict()).id, { kind: 'recreate' });
  await sync();
  const [module] = (await courseOnServer(world, 'tides'))?.modules ?? [];
  expect([module?.id, module?.lessons.at(-1)?.title]).toEqual([TO, 'Mine']);
});

it('a learner finds the moved lesson in its new module, with its progress and resources', async () => {
  ({ world, store } = await openTidesDevice());
  await recordProgress(knownUserId(), LESSON, { isCompleted: true });
  await drainLater(store);
  await editElsewhere(world, `lessons/${LESSON}`, { moduleId: TO });
  await editElsewhere(world, `modules/${FROM}`, undefined, 'DELETE');
  await pullAll(store);
  const view = await learnerView(store, 'tides');
  expect(view).toEqual(await expectedLearnerView(world, world.server.people.alice, 'tides'));
  expect(view?.modules.map(({ lessons }) => lessons.at(-1)?.id)).toEqual([LESSON]);
  expect((await findProgress(store, LESSON)).completedAt).not.toBeNull();
});
