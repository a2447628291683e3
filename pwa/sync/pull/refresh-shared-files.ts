import { call } from '#pwa/api/call.ts';
import { filesOf } from '#pwa/downloads/plans/course-files.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { findSharedFiles, putSharedFiles } from '#pwa/store/offline/shared-files.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';

/**
 * Fetches the digests of the files of each offline course that allows learners to pass files on, unless the device has
 * those of all its present files: bytes are taken from another device only by their digests, and then without a
 * network. Rejects with a CallError when the server cannot be reached.
 */
export async function refreshSharedFiles(store: PrivateStore): Promise<void> {
  const courses = (await listOfflineCourses(store)).filter(({ sharesFiles }) => sharesFiles === 1);
  for (const course of courses) await refreshCourse(store, course);
}

async function refreshCourse(store: PrivateStore, course: OfflineCourse): Promise<void> {
  const ids = [...new Set(filesOf(course).map(({ fileId }) => fileId))];
  const known = await findSharedFiles(store, course.id);
  const asked = new Set([...(known?.files.map(({ fileId }) => fileId) ?? []), ...(known?.unlisted ?? [])]);
  if (ids.every((id) => asked.has(id))) return;
  const reply = await call(endpoints.listSharedFiles, { params: { courseId: course.id } });
  // The permission was removed meanwhile; the next pull says so.
  if (reply.files.length === 0) return;
  const listed = new Set(reply.files.map(({ fileId }) => fileId));
  await putSharedFiles(store, course.id, { ...reply, unlisted: ids.filter((id) => !listed.has(id)) });
}
