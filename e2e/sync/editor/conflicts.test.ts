import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { decideConflict } from '#pwa/sync/conflicts/decide.ts';
import { enqueueLessonCreate, enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import {
  coursesOnServer,
  LESSON,
  lessonEdit,
  lessonOnServer,
  openDeviceWithText,
  planOf,
  shownContent,
  TEXT,
} from '../testing/editor-world.ts';
import { adminView, expectedAdminView, pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

/* Two admins on one course: one at this device, offline for a while, and another at the server. */
let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openDeviceWithText());
});

async function other(method: string, path: string, body?: object): Promise<void> {
  const as = world.server.people.admin;
  const reply = await world.server.request(path, { as, method, ...(body && { body }) });
  expect(reply.status, `${method} ${path}`).toBe(200);
}

async function mine(changes: LessonFields): Promise<void> {
  await enqueueSave(knownUserId(), planOf({ lessons: [await lessonEdit(store, LESSON, changes)] }));
}

const onServer = (lessonId = LESSON) => lessonOnServer(world, lessonId);

async function historyOnServer(lessonId = LESSON) {
  const path = `/api/admin/lessons/${lessonId}/history`;
  const reply = await world.server.request(path, { as: world.server.people.admin });
  return reply.read(endpoints.listLessonHistory.output).revisions;
}

/** Sends until nothing is due, as the engine does. */
async function sync(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await drainLater(store);
  await pullAll(store);
}

async function theConflict() {
  const [row, ...others] = (await listUnsent(store)).filter(({ conflict }) => conflict !== undefined);
  expect(others).toEqual([]);
  if (row === undefined) throw new Error('Nothing waits for a person');
  return row;
}

async function expectQuiet(): Promise<void> {
  expect((await listUnsent(store)).map(({ command, lastProblem }) => [command.kind, lastProblem])).toEqual(
    [],
  );
  expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
}

describe('one lesson edited by two users', () => {
  it('in different fields has both edits without a conflict', async () => {
    await mine({ title: 'Mine' });
    await other('PUT', `/api/admin/lessons/${LESSON}`, { description: 'Theirs' });
    await sync();
    expect(await onServer()).toMatchObject({ title: 'Mine', description: 'Theirs' });
    await expectQuiet();
  });

  it('in different paragraphs has both edits, in either order', async () => {
    await mine({ content: TEXT.replace('One', 'Mine') });
    await other('PUT', `/api/admin/lessons/${LESSON}`, { content: TEXT.replace('Two', 'Theirs') });
    await sync();
    expect((await onServer())?.content).toBe('<p>Mine</p><p>Theirs</p><p>Three</p>');
    expect(await shownContent(store, LESSON)).toBe('<p>Mine</p><p>Theirs</p><p>Three</p>');
    await expectQuiet();
  });

  it('in the same paragraph is a conflict with both texts', async () => {
    await mine({ content: TEXT.replace('One', 'Mine'), title: 'Mine too' });
    await other('PUT', `/api/admin/lessons/${LESSON}`, { content: TEXT.replace('One', 'Theirs') });
    await sync();
    const row = await theConflict();
    expect(row.conflict).toMatchObject({
      reason: 'changed',
      fields: ['content'],
      current: { content: TEXT.replace('One', 'Theirs') },
    });
    expect(row.command.args).toMatchObject({ changes: { content: TEXT.replace('One', 'Mine') } });
    expect((await onServer())?.title).toBe('Lesson 1');
    await decideConflict(row.id, { kind: 'fields', values: { content: TEXT.replace('One', 'Both') } });
    await sync();
    expect(await onServer()).toMatchObject({ content: TEXT.replace('One', 'Both'), title: 'Mine too' });
    await expectQuiet();
  });

  it('retains the rejected text in the history of the lesson', async () => {
    await mine({ content: TEXT.replace('One', 'Mine'), title: 'Mine too' });
    await other('PUT', `/api/admin/lessons/${LESSON}`, { content: TEXT.replace('One', 'Theirs') });
    await sync();
    await decideConflict((await theConflict()).id, { kind: 'theirs' });
    await sync();
    const rejected = (await historyOnServer()).filter(({ kind }) => kind === 'aside');
    expect(rejected).toMatchObject([{ after: { content: TEXT.replace('One', 'Mine') }, version: null }]);
    expect(Object.keys(rejected[0]?.after ?? {})).toEqual(['content']);
    expect(await onServer()).toMatchObject({ content: TEXT.replace('One', 'Theirs'), title: 'Mine too' });
    await expectQuiet();
  });

  it('conflicts again when edited during the resolution', async () => {
    await mine({ title: 'Mine' });
    await other('PUT', `/api/admin/lessons/${LESSON}`, { title: 'Theirs' });
    await sync();
    await other('PUT', `/api/admin/lessons/${LESSON}`, { title: 'Theirs again' });
    await decideConflict((await theConflict()).id, { kind: 'fields', values: { title: 'Mine' } });
    await sync();
    const row = await theConflict();
    expect(row.conflict?.current).toMatchObject({ title: 'Theirs again' });
    await decideConflict(row.id, { kind: 'theirs' });
    await sync();
    expect((await onServer())?.title).toBe('Theirs again');
    await expectQuiet();
  });

  it('to the same text completes without a conflict', async () => {
    await mine({ title: 'Ours' });
    await other('PUT', `/api/admin/lessons/${LESSON}`, { title: 'Ours' });
    await sync();
    expect((await onServer())?.title).toBe('Ours');
    await expectQuiet();
  });
});

describe('a lesson deleted by one user and edited by another', () => {
  it('is a conflict for the user who deletes, and stays if so resolved', async () => {
    const { moduleId, title, version } = await lessonEdit(store, LESSON, { title: '' });
    await enqueueSave(
      knownUserId(),
      planOf({ deletedLessons: [{ moduleId, lessonId: LESSON, title, version }] }),
    );
    await other('PUT', `/api/admin/lessons/${LESSON}`, { title: 'Theirs' });
    await sync();
    expect((await onServer())?.title).toBe('Theirs');
    await decideConflict((await theConflict()).id, { kind: 'theirs' });
    await sync();
    expect((await onServer())?.title).toBe('Theirs');
    await expectQuiet();
  });

  it('is deleted when the resolution is to delete it anyway', async () => {
    const { moduleId, title, version } = await lessonEdit(store, LESSON, { title: '' });
    await enqueueSave(
      knownUserId(),
      planOf({ deletedLessons: [{ moduleId, lessonId: LESSON, title, version }] }),
    );
    await other('PUT', `/api/admin/lessons/${LESSON}`, { title: 'Theirs' });
    await sync();
    await decideConflict((await theConflict()).id, { kind: 'deleteAnyway' });
    await sync();
    expect(await onServer()).toBeUndefined();
    await expectQuiet();
  });

  it('is recreated whole by the resolution, also after the pull has removed it', async () => {
    await mine({ title: 'Mine' });
    await other('DELETE', `/api/admin/lessons/${LESSON}`);
    await sync();
    expect(await onServer()).toBeUndefined();
    await decideConflict((await theConflict()).id, { kind: 'recreate' });
    await sync();
    const lessons = (await coursesOnServer(world)).flatMap(({ modules }) =>
      modules.flatMap((one) => one.lessons),
    );
    const [back] = lessons.filter(({ title }) => title === 'Mine');
    expect(back).toMatchObject({ content: TEXT, duration: 1 });
    await expectQuiet();
  });

  it('stays deleted when the resolution discards the edit', async () => {
    await mine({ title: 'Mine' });
    await other('DELETE', `/api/admin/lessons/${LESSON}`);
    await sync();
    await decideConflict((await theConflict()).id, { kind: 'theirs' });
    await sync();
    expect(await onServer()).toBeUndefined();
    expect((await historyOnServer()).map(({ kind, title }) => [kind, title])).toEqual([
      ['aside', 'Lesson 1'],
      ['delete', 'Lesson 1'],
      ['update', 'Lesson 1'],
    ]);
    await expectQuiet();
  });

  it('and deleted by both is gone without a conflict', async () => {
    const { moduleId, title, version } = await lessonEdit(store, LESSON, { title: '' });
    await enqueueSave(
      knownUserId(),
      planOf({ deletedLessons: [{ moduleId, lessonId: LESSON, title, version }] }),
    );
    await other('DELETE', `/api/admin/lessons/${LESSON}`);
    await sync();
    await expectQuiet();
  });
});

it('recreating a lesson of a deleted module recreates the module too', async () => {
  const place = { courseId: 'tides', moduleId: 'tides-module-2' };
  await enqueueLessonCreate(knownUserId(), place, { title: 'Mine', content: '<p>new</p>' });
  await other('DELETE', '/api/admin/modules/tides-module-2');
  await sync();
  await decideConflict((await theConflict()).id, { kind: 'recreate' });
  await sync();
  const [course] = (await coursesOnServer(world)).filter(({ id }) => id === 'tides');
  expect(course?.modules.at(-1)).toMatchObject({
    title: 'Flood',
    lessons: [{ title: 'Mine', content: '<p>new</p>' }],
  });
  await expectQuiet();
});

it('the rest of a Save Course is sent with the resolution', async () => {
  const lessons = [
    await lessonEdit(store, LESSON, { title: 'Mine' }),
    await lessonEdit(store, 'tides-lesson-2', { title: 'Mine' }),
  ];
  await enqueueSave(knownUserId(), planOf({ lessons }));
  await other('PUT', `/api/admin/lessons/${LESSON}`, { title: 'Theirs' });
  await sync();
  expect((await onServer('tides-lesson-2'))?.title).toBe('Lesson 2');
  await decideConflict((await theConflict()).id, { kind: 'fields', values: { title: 'Mine' } });
  await sync();
  expect((await onServer())?.title).toBe('Mine');
  expect((await onServer('tides-lesson-2'))?.title).toBe('Mine');
  await expectQuiet();
});
