import { expect } from 'vitest';
import { lessonEdit, planOf } from '#e2e/sync/testing/editor-world.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import type { SavePlan } from '#pwa/sync/enqueue/save-plan.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, openDevice } from './device.ts';
import { draftCourse } from './open-editor.ts';

type LessonChanges = SavePlan['lessons'][number]['changes'];

/** A device of an admin that knows the draft of {@link draftCourse}. */
export async function openAdminDevice() {
  const device = await openDevice('admin', [draftCourse()]);
  await refreshAdminCourses();
  const { store } = device;
  if (store === null) throw new Error('No admin is signed in');
  return { ...device, store };
}

type AdminDevice = Awaited<ReturnType<typeof openAdminDevice>>;

/** Saves changes of the first lesson on the device, as Save Course does. They are not sent yet. */
export async function saveLesson({ store }: AdminDevice, changes: LessonChanges): Promise<void> {
  await enqueueSave('admin', planOf({ lessons: [await lessonEdit(store, 'tides-lesson-1', changes)] }));
}

/** Another admin changes or deletes a row of the course on the server. */
export async function changeElsewhere({ server }: Device, method: string, path: string, body?: object) {
  const reply = await server.request(`/api/admin/${path}`, {
    ...{ as: server.people.admin, method },
    ...(body && { body }),
  });
  expect(reply.status).toBe(200);
}
