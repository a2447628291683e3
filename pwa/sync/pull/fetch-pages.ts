import { type Changed, callIfChanged } from '#pwa/api/call-if-changed.ts';
import type { AdminCourse } from '#schema/editor/editor.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ADMIN_COURSES_PAGE, ADMIN_USERS_PAGE } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';

export const fillQuery = (limit: number, after: string | null) =>
  `?limit=${limit}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`;

/**
 * Returns all courses, fetched in pages; null when the first reply says that nothing has changed since `etag`. The
 * returned tag is null when something changed between two pages.
 */
export async function fetchCoursesIfChanged(
  etag: string | null,
): Promise<Changed<readonly AdminCourse[]> | null> {
  const courses: AdminCourse[] = [];
  const tags = new Set<string | null>();
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof fetchCoursesPage>> = await fetchCoursesPage(
      after,
      tags.size === 0 ? etag : null,
    );
    if (page === null) return null;
    courses.push(...page.output.courses);
    tags.add(page.etag);
    after = page.output.next ?? null;
  } while (after !== null);
  const [tag = null] = tags;
  return { output: courses, etag: tags.size === 1 ? tag : null };
}

function fetchCoursesPage(after: string | null, etag: string | null) {
  const { listAdminCourses } = endpoints;
  const path = listAdminCourses.path + fillQuery(ADMIN_COURSES_PAGE, after);
  return callIfChanged(listAdminCourses, { path, etag, defaultMessage: messages.adminDataFailed });
}

/** Fetches a page of users: the first one without `after`. */
export async function fetchUsersPage(after: string | null) {
  const { listUsers } = endpoints;
  const path = listUsers.path + fillQuery(ADMIN_USERS_PAGE, after);
  const page = await callIfChanged(listUsers, {
    path,
    etag: null,
    defaultMessage: adminMessages.usersFailed,
  });
  return { users: page?.output.users ?? [], next: page?.output.next ?? null };
}
