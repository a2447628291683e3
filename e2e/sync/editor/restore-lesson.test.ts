import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findAudit } from '#pwa/store/admin/history.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { restoreLesson } from '#pwa/sync/enqueue/restore-lesson.ts';
import { refreshAdminCourses, refreshAudit, refreshLessonHistory } from '#pwa/sync/pull/admin-refresh.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { type Revision, readDeletedResources } from '#schema/editor/history.ts';
import { sweepMedia } from '#sync-server/uploads/files/sweep-media.ts';
import { courseOnServer, lessonOnServer, openAdminDevice, shownCourses } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
});

/**
 * Deletes the first lesson of the tides as another admin. Returns the lesson and the audit's record of the
 * deletion.
 */
async function deleteFirst() {
  const [module] = (await courseOnServer(world, 'tides'))?.modules ?? [];
  const [lesson, ...others] = module?.lessons ?? [];
  if (module === undefined || lesson === undefined) throw new Error('The tides have no lesson');
  const as = world.server.people.admin;
  const headers = { 'If-Match': `"${lesson.version}"` };
  await world.server.request(`/api/admin/lessons/${lesson.id}`, { method: 'DELETE', as, headers });
  await refreshAudit();
  await refreshAdminCourses();
  const revisions: readonly Revision[] = (await findAudit(store))?.revisions ?? [];
  const deletion = revisions.find(({ kind, entityId }) => kind === 'delete' && entityId === lesson.id);
  if (deletion === undefined) throw new Error('The audit has no deletion');
  return { module, lesson, others, deletion };
}

it('a deleted lesson is recreated as a new one, with its text, at its old position', async () => {
  const { module, lesson, others, deletion } = await deleteFirst();
  // The audit omits the texts.
  expect(deletion.before.content).toBe('');
  const { lessonId } = await restoreLesson(knownUserId(), deletion, {
    courseId: 'tides',
    moduleId: module.id,
  });
  await drainLater(store);
  expect(await listUnsent(store)).toEqual([]);
  const [home] = (await courseOnServer(world, 'tides'))?.modules ?? [];
  const { title, description, content, duration, type } = lesson;
  expect(home?.lessons[0]).toMatchObject({ id: lessonId, title, description, content, duration, type });
  expect(home?.lessons.slice(1).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
});

it('offline a lesson is recreated if its history was seen; otherwise the error says why not', async () => {
  const { module, lesson, deletion } = await deleteFirst();
  const place = { courseId: 'tides', moduleId: module.id };
  world.network.plan = [faults.requestLost];
  await expect(restoreLesson(knownUserId(), deletion, place)).rejects.toThrow('Network error');
  expect(await listUnsent(store)).toEqual([]);
  await refreshLessonHistory(lesson.id);
  const requestCount = world.network.seen.length;
  await restoreLesson(knownUserId(), deletion, place);
  expect(world.network.seen).toHaveLength(requestCount);
  expect((await listUnsent(store)).map(({ command }) => command.kind)).toEqual(['lesson.create']);
});

describe('a restored lesson', () => {
  /** The captions of the first lesson, which are a file, and the address that it has by its fixture. */
  const addCaptions = async () => {
    const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe sea.\n';
    const as = world.server.people.admin;
    const body = { title: 'English', captions };
    const path = '/api/admin/lessons/tides-lesson-1/captions';
    expect((await world.server.request(path, { as, body })).status).toBe(200);
    await refreshAdminCourses();
  };
  const restore = async () => {
    const { module, deletion } = await deleteFirst();
    const { lessonId } = await restoreLesson(knownUserId(), deletion, {
      courseId: 'tides',
      moduleId: module.id,
    });
    return { lessonId, deletion };
  };
  const resourcesOf = async (lessonId: string) =>
    ((await lessonOnServer(world, lessonId))?.resources ?? []).map(({ title }) => title);

  it('has its resources again, with their files, on the server and on the device', async () => {
    await addCaptions();
    const { lessonId, deletion } = await restore();
    expect(readDeletedResources(deletion.before).map(({ title }) => title)).toContain('English');
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    const restored = await lessonOnServer(world, lessonId);
    expect(restored?.resources).toHaveLength(2);
    const captions = restored?.resources.find(({ title }) => title === 'English');
    expect((await world.server.request(captions?.url ?? '')).text).toContain('The sea.');
    await pullAll(store);
    const [tides] = (await shownCourses(store)).filter(({ id }) => id === 'tides');
    const shown = tides?.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId);
    expect(shown?.resources.map(({ title }) => title).sort()).toEqual((await resourcesOf(lessonId)).sort());
  });

  it('lacks those whose files the server has deleted after 30 days', async () => {
    await addCaptions();
    const { module, deletion } = await deleteFirst();
    const { deps } = world.server;
    const inDays = (days: number) => new Date(deps.clock.now().getTime() + days * 24 * 60 * 60_000);
    for (const days of [0, 31]) await sweepMedia(deps, inDays(days));
    await restoreLesson(knownUserId(), deletion, { courseId: 'tides', moduleId: module.id });
    await drainLater(store);
    const [first] = (await courseOnServer(world, 'tides'))?.modules[0]?.lessons ?? [];
    expect(first?.resources.map(({ title }) => title)).toEqual(
      readDeletedResources(deletion.before)
        .map(({ title }) => title)
        .filter((title) => title !== 'English'),
    );
    expect(first?.resources).toHaveLength(1);
  });
});
