import { beforeEach, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findAudit } from '#pwa/store/admin/history.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { restoreLesson } from '#pwa/sync/enqueue/restore-lesson.ts';
import { refreshAdminCourses, refreshAudit, refreshLessonHistory } from '#pwa/sync/pull/admin-refresh.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import type { Revision } from '#schema/editor/history.ts';
import { courseOnServer, openAdminDevice } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
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
