import { callIfChanged } from '#pwa/api/call-if-changed.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ADMIN_USERS_PAGE } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';

export const fillQuery = (limit: number, after: string | null) =>
  `?limit=${limit}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`;

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
