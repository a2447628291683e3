import { beforeEach, describe, expect, it } from 'vitest';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueTemplate } from '#pwa/sync/enqueue/admin-commands.ts';
import { enqueueCourseDuplicate } from '#pwa/sync/enqueue/duplicate-course.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { copiedId } from '#schema/courses/copied-id.ts';
import {
  courseOnServer,
  editElsewhere,
  LESSON,
  lessonEdit,
  lessonOnServer,
  openDeviceWithText,
  planOf,
  saveLessons,
  shownContent,
  shownCourses,
  TEXT,
  unsentStates,
} from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openDeviceWithText());
});

const duplicate = () => enqueueCourseDuplicate(knownUserId(), 'tides', 'Tides again');
const shown = async (courseId: string) => (await shownCourses(store)).find(({ id }) => id === courseId);

describe('a course that is duplicated', () => {
  it('is there at once, with the texts of the device, before anything was sent', async () => {
    const courseId = await duplicate();
    const course = await shown(courseId);
    expect(course).toMatchObject({ title: 'Tides again', status: 'unpublished', version: 1 });
    expect(course?.modules.map(({ lessons }) => lessons.map(({ title }) => title))).toEqual([
      ['Lesson 1', 'Lesson 2'],
      ['Lesson 3', 'Lesson 4'],
    ]);
    expect(await shownContent(store, copiedId(courseId, LESSON))).toBe(TEXT);
  });

  it('can be edited before the server has made it', async () => {
    const courseId = await duplicate();
    const lessonId = copiedId(courseId, LESSON);
    const lessons = [await lessonEdit(store, lessonId, { title: 'Mine', content: '<p>Mine</p>' })];
    await enqueueSave(knownUserId(), planOf({ courseId, lessons }));
    expect(await shownContent(store, lessonId)).toBe('<p>Mine</p>');
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, lessonId)).toMatchObject({ title: 'Mine', content: '<p>Mine</p>' });
    expect(await lessonOnServer(world, LESSON)).toMatchObject({ title: 'Lesson 1', content: TEXT });
  });

  it('has the unsent edits that its source shows', async () => {
    await saveLessons(store, { title: 'Renamed' });
    const courseId = await duplicate();
    await drainLater(store);
    await drainLater(store);
    expect(await lessonOnServer(world, copiedId(courseId, LESSON))).toMatchObject({ title: 'Renamed' });
  });

  it('has them also if it may be sent again before they are', async () => {
    await saveLessons(store, { title: 'Renamed' });
    world.network.plan = [faults.requestLost];
    await drain(store, realPorts);
    const courseId = await duplicate();
    const [edit] = await listUnsent(store);
    // The copy is due, the edit is not.
    await drain(store, { ...realPorts, now: () => Date.parse(edit?.nextAttemptAt ?? '') - 1 });
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, copiedId(courseId, LESSON))).toMatchObject({ title: 'Renamed' });
  });

  it('has them also if another admin has edited the same lesson', async () => {
    await saveLessons(store, { title: 'Renamed' });
    const courseId = await duplicate();
    await editElsewhere(world, `lessons/${LESSON}`, { duration: 7 });
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    const copy = await lessonOnServer(world, copiedId(courseId, LESSON));
    expect(copy).toMatchObject({ title: 'Renamed', duration: 7 });
  });

  it('is made once although the reply is lost, and stays the same after the ack and the pull', async () => {
    const courseId = await duplicate();
    const before = await shown(courseId);
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    expect(await unsentStates(store)).toEqual([]);
    expect((await shown(courseId))?.modules).toEqual(before?.modules);
    await pullAll(store);
    const onServer = await courseOnServer(world, courseId);
    expect(
      (await shown(courseId))?.modules.map(({ id, lessons }) => [id, lessons.map((one) => one.id)]),
    ).toEqual(onServer?.modules.map(({ id, lessons }) => [id, lessons.map((one) => one.id)]));
    expect(await shownContent(store, copiedId(courseId, LESSON))).toBe(TEXT);
  });

  it('is refused when its source was deleted elsewhere, and stays visible', async () => {
    await editElsewhere(world, 'courses/tides', { status: 'unpublished' });
    await editElsewhere(world, 'courses/tides', undefined, 'DELETE');
    const courseId = await duplicate();
    await drainLater(store);
    expect(await unsentStates(store)).toEqual([['course.duplicate', 'refused']]);
    expect(await courseOnServer(world, courseId)).toBeUndefined();
  });
});

describe('a course that becomes a template', () => {
  it('is one at once on the device, and then on the server', async () => {
    const courseId = await duplicate();
    await enqueueTemplate(knownUserId(), { id: courseId, title: 'Tides again' }, true);
    expect((await shown(courseId))?.isTemplate).toBe(1);
    await drainLater(store);
    await drainLater(store);
    expect((await courseOnServer(world, courseId))?.isTemplate).toBe(1);
  });

  it('sends nothing if it is none again before it was sent', async () => {
    const course = { id: 'stars', title: 'Stars' };
    const id = await enqueueTemplate(knownUserId(), course, true);
    expect((await findCommand(store, id ?? ''))?.state).toBe('waiting');
    expect(await enqueueTemplate(knownUserId(), course, false)).toBeNull();
    expect(await listUnsent(store)).toEqual([]);
  });
});
