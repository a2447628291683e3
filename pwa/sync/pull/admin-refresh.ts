import type * as v from 'valibot';
import { CallError, call } from '#pwa/api/call.ts';
import {
  findFetchedAt,
  putAdminRequests,
  putAdminStats,
  putCourseNumbers,
  wipeAdmin,
} from '#pwa/store/admin/admin.ts';
import { putCodesAndAddresses } from '#pwa/store/admin/admin-courses.ts';
import { finishAdminUsers, putAdminUsersPage } from '#pwa/store/admin/admin-users-pages.ts';
import { findLessonHistory, putAudit, putLessonHistory, putVersion } from '#pwa/store/admin/history.ts';
import { putWholeCourse } from '#pwa/store/admin/pull-admin.ts';
import { putTrash } from '#pwa/store/admin/trash.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import type { Fetched } from '#pwa/store/database/fetched.ts';
import { readConfirmedUser, writeKnownUser } from '#pwa/store/database/known-user.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { fetchUsersPage } from './fetch-pages.ts';
import { fetchRevision, lessonHistoryPath } from './fetch-revisions.ts';
import { pullNow } from './pull-run.ts';
import { shareRun } from './share-run.ts';

/*
 * Fetches what admins see into their own store. Each function rejects with a CallError whose message can be
 * shown, and leaves the rows unchanged. If the server says that the user is not (or no longer) an admin, all
 * admin data is removed from the device.
 */

/** All courses: what has changed in them is pulled, and their numbers, which no pull contains, are fetched. */
export function refreshAdminCourses(): Promise<void> {
  return refresh(
    'adminCourses',
    whole(endpoints.listCourseNumbers, {
      defaultMessage: messages.adminDataFailed,
      isAfterPull: true,
      put: (store, { value }) => putCourseNumbers(store, value.numbers),
    }),
  );
}

/**
 * A course for its editor: what has changed in it is pulled. Its first unused codes are fetched, and the addresses of its
 * files, which expire. Before the first pull has ended, which may take long, the course is fetched whole.
 */
export async function refreshAdminCourse(courseId: string): Promise<void> {
  const store = findPrivateStore();
  if (store !== null && (await findFetchedAt(store, 'courses')) === null) return fetchWholeCourse(courseId);
  return refresh(
    `adminCourse/${courseId}`,
    whole(endpoints.getCodesAndAddresses, {
      params: { courseId },
      defaultMessage: messages.courseFailed,
      isAfterPull: true,
      put: (store, { value }) => putCodesAndAddresses(store, courseId, value),
    }),
  );
}

function fetchWholeCourse(courseId: string): Promise<void> {
  return refresh(
    `adminCourse/${courseId}`,
    whole(endpoints.getAdminCourse, {
      params: { courseId },
      defaultMessage: messages.courseFailed,
      put: (store, { value }) => putWholeCourse(store, value.course),
    }),
  );
}

export function refreshAdminStats(): Promise<void> {
  return refresh(
    'adminStats',
    whole(endpoints.getStats, {
      defaultMessage: messages.adminDataFailed,
      put: (store, fetched) => putAdminStats(store, { ...fetched, value: fetched.value.stats }),
    }),
  );
}

/** Fetches the users page by page; each page is stored before the next one is requested. */
export function refreshAdminUsers(): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return Promise.reject(new StoreGoneError());
  return shareRun(`adminUsers/${store.userId}`, async () => {
    const listed = new Set<string>();
    const requestedAt = new Date().toISOString();
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof fetchUsersPage>> = await fetchUsersPage(after).catch(
        (error: unknown) => rethrow(store, error),
      );
      await putAdminUsersPage(store, page.users, listed.size);
      for (const { id } of page.users) listed.add(id);
      after = page.next;
    } while (after !== null);
    await finishAdminUsers(store, listed, requestedAt);
  });
}

export function refreshSupportRequests(): Promise<void> {
  return refresh(
    'adminRequests',
    whole(endpoints.listSupportRequests, {
      defaultMessage: messages.adminDataFailed,
      put: (store, fetched) => putAdminRequests(store, { ...fetched, value: fetched.value.requests }),
    }),
  );
}

/** Fetches the deleted courses that can be restored. */
export function refreshTrash(): Promise<void> {
  return refresh(
    'adminTrash',
    whole(endpoints.listTrash, {
      defaultMessage: messages.adminDataFailed,
      put: (store, fetched) => putTrash(store, { ...fetched, value: fetched.value.courses }),
    }),
  );
}

/** Fetches the newest entries of the admin activity. */
export function refreshAudit(): Promise<void> {
  return refresh(
    'adminAudit',
    whole(endpoints.listAudit, {
      defaultMessage: messages.adminDataFailed,
      put: putAudit,
    }),
  );
}

/** Fetches the newest versions of a lesson, and the texts of the first of them for reading without a network. */
export function refreshLessonHistory(lessonId: string): Promise<void> {
  return refresh(
    `lessonHistory/${lessonId}`,
    whole(endpoints.listLessonHistory, {
      path: lessonHistoryPath(lessonId),
      defaultMessage: messages.adminDataFailed,
      put: async (store, fetched) => {
        await putLessonHistory(store, lessonId, fetched);
        await fetchNewestTexts(store, lessonId);
      },
    }),
  );
}

const NEWEST_VERSIONS = 5;
const NEWEST_MAX_CHARACTERS = 200_000;

async function fetchNewestTexts(store: PrivateStore, lessonId: string): Promise<void> {
  const { revisions = [] } = (await findLessonHistory(store, lessonId)) ?? {};
  let characters = 0;
  for (const { id, omittedCharacters = 0 } of revisions.slice(0, NEWEST_VERSIONS)) {
    characters += omittedCharacters;
    if (characters > NEWEST_MAX_CHARACTERS) return;
    if (omittedCharacters > 0) await putVersion(store, lessonId, await fetchRevision(id));
  }
}

interface Refresh<Output> {
  readonly fetch: (store: PrivateStore) => Promise<Output>;
  readonly put: (store: PrivateStore, fetched: Fetched<Output>) => Promise<unknown>;
  /** Pulls before it fetches what no pull contains. */
  readonly isAfterPull?: boolean;
}

/** The {@link Refresh} of what a single call returns. */
function whole<Input extends v.GenericSchema, Output extends v.GenericSchema>(
  endpoint: Endpoint<Input, Output>,
  options: {
    readonly params?: Readonly<Record<string, string>>;
    /** With a query; overrides the endpoint's own. */
    readonly path?: string;
    readonly defaultMessage: string;
    readonly isAfterPull?: boolean;
    readonly put: Refresh<v.InferOutput<Output>>['put'];
  },
): Refresh<v.InferOutput<Output>> {
  const { put, isAfterPull = false, ...request } = options;
  return { put, isAfterPull, fetch: () => call(endpoint, request) };
}

/** Fetches into the store of the known user; concurrent calls under one name share the request. */
export function refresh<Output>(
  name: string,
  { fetch, put, isAfterPull = false }: Refresh<Output>,
): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return Promise.reject(new StoreGoneError());
  return shareRun(`${name}/${store.userId}`, async () => {
    if (isAfterPull) await pullNow(store);
    const requestedAt = new Date().toISOString();
    const value = await fetch(store).catch((error: unknown) => rethrow(store, error));
    await put(store, { value, requestedAt, fetchedAt: new Date().toISOString() });
  });
}

/** Throws the error again, after what has to happen if it says that the user is not an admin. */
export async function rethrow(store: PrivateStore, error: unknown): Promise<never> {
  if (error instanceof CallError && error.code === 'not_allowed') await forgetAdmin(store);
  throw error;
}

/** The server said that the user is not an admin. The access guard redirects as soon as this is written. */
async function forgetAdmin(store: PrivateStore): Promise<void> {
  await wipeAdmin(store);
  const user = readConfirmedUser();
  if (user?.id === store.userId) writeKnownUser({ ...user, role: 'user' });
}
