import { listAdminCourses } from '#pwa/store/admin/admin.ts';
import { findAdminCourse } from '#pwa/store/admin/admin-courses.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { Reader } from '#pwa/store/database/private-store.ts';

/** Returns an admin's courses in the server's order with what is in them, by the readers of one app. */
export async function listAdminOutlines(
  store: Reader,
  app = { admin: { listAdminCourses }, adminCourses: { findAdminCourse } },
): Promise<AdminCourseOutline[]> {
  const courses = await app.admin.listAdminCourses(store);
  const outlines = await Promise.all(courses.map(({ id }) => app.adminCourses.findAdminCourse(store, id)));
  return outlines.filter((outline) => outline !== null);
}
