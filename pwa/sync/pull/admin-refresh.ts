import type * as v from 'valibot';
import { CallError } from '#pwa/api/call.ts';
import { type Changed, callIfChanged } from '#pwa/api/call-if-changed.ts';
import { findPullCount } from '#pwa/store/account/pull-state.ts';
import {
  findFetchedAt,
  noteAdminCoursesUnchanged,
  putAdminCourses,
  putAdminRequests,
  putAdminStats,
  putFetchedCourse,
  wipeAdmin,
} from '#pwa/store/admin/admin.ts';
import { findAdminCoursesTag } from '#pwa/store/admin/admin-courses-tag.ts';
import { finishAdminUsers, putAdminUsersPage } from '#pwa/store/admin/admin-users-pages.ts';
import { findLessonHistory, putAudit, putLessonHistory, putVersion } from '#pwa/store/admin/history.ts';
import { putTrash } from '#pwa/store/admin/trash.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import type { Fetched } from '#pwa/store/database/fetched.ts';
import { readConfirmedUser, writeKnownUser } from '#pwa/store/database/known-user.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import type { AdminCourse } from '#schema/editor/editor.ts';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { untilReplayRests } from '../replay/replay-rest.ts';
import { fetchCoursesIfChanged, fetchUsersPage } from './fetch-pages.ts';
import { fetchRevision, lessonHistoryPath } from './fetch-revisions.ts';
import { untilPullEnds } from './pull-run.ts';
import { shareRun } from './share-run.ts';

/*
 * Fetches what admins see into their own store. Each function rejects with a CallError whose message can be
 * shown, and leaves the rows unchanged. If the server says that the user is not (or no longer) an admin, all
 * admin data is removed from the device.
 */

/** All courses whole; they are sent only if they have changed since they were fetched here. */
export function refreshAdminCourses(): Promise<void> {
  return refresh<readonly AdminCourse[]>('adminCourses', {
    fetch: fetchCoursesIfChanged,
    findTag: findAdminCoursesTag,
    put: putAdminCourses,
    noteUnchanged: noteAdminCoursesUnchanged,
  });
}

/**
 * The same, but after the edits that are being sent (docs/decisions/305). For screens that show the stored list meanwhile;
 * without one, the courses are fetched at once.
 */
export async function refreshAdminCoursesAtRest(): Promise<void> {
  const store = findPrivateStore();
  if (store !== null && (await findFetchedAt(store, 'courses')) !== null) await untilReplayRests(store);
  await refreshAdminCourses();
}

/** Fetches one whole course for its editor. */
export function refreshAdminCourse(courseId: string): Promise<void> {
  return refresh(
    `adminCourse/${courseId}`,
    whole(endpoints.getAdminCourse, {
      params: { courseId },
      defaultMessage: messages.courseFailed,
      put: (store, fetched) => putFetchedCourse(store, { ...fetched, value: fetched.value.course }),
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
    let after: string | null = null;
    do {
      const requestedAt = new Date().toISOString();
      const page: Awaited<ReturnType<typeof fetchUsersPage>> = await fetchUsersPage(after).catch(
        (error: unknown) => rethrow(store, error),
      );
      const fetchedAt = new Date().toISOString();
      await putAdminUsersPage(store, { value: page.users, requestedAt, fetchedAt }, listed.size);
      for (const { id } of page.users) listed.add(id);
      after = page.next;
    } while (after !== null);
    await finishAdminUsers(store, listed, new Date().toISOString());
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
  /** Returns null when the copy with this tag is current. */
  readonly fetch: (tag: string | null) => Promise<Changed<Output> | null>;
  /** Returns false if a pull came first and the request has to be repeated. */
  readonly put: (store: PrivateStore, fetched: Fetched<Output>, etag: string | null) => Promise<unknown>;
  /** The tag of what is here, for what is sent only when it changed; then `noteUnchanged` hears that it did not. */
  readonly findTag?: (store: PrivateStore) => Promise<string | null>;
  /** As `put`, with the tag as the value. */
  readonly noteUnchanged?: (store: PrivateStore, fetched: Fetched<string>) => Promise<unknown>;
}

/** The {@link Refresh} of what a single call returns. */
function whole<Input extends v.GenericSchema, Output extends v.GenericSchema>(
  endpoint: Endpoint<Input, Output>,
  options: {
    readonly params?: Readonly<Record<string, string>>;
    /** With a query; overrides the endpoint's own. */
    readonly path?: string;
    readonly defaultMessage: string;
    readonly put: Refresh<v.InferOutput<Output>>['put'];
  },
): Refresh<v.InferOutput<Output>> {
  const { put, ...request } = options;
  return { put, fetch: (etag) => callIfChanged(endpoint, { ...request, etag }) };
}

/**
 * How often a request is repeated because a pull wrote rows in the meantime; after that, the pulled rows have
 * to do.
 */
const TRIES = 3;

/** Fetches into the store of the known user; concurrent calls under one name share the request. */
export function refresh<Output>(
  name: string,
  { fetch, put, findTag, noteUnchanged }: Refresh<Output>,
): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return Promise.reject(new StoreGoneError());
  return shareRun(`${name}/${store.userId}`, async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      // A pull of many pages could overtake every repetition, and what no pull contains, such as codes, would be
      // missing. The repetitions before the last one do not wait: a user may be waiting for a page of this course.
      if (tries === TRIES - 1) await untilPullEnds();
      const pullCount = await findPullCount(store);
      const requestedAt = new Date().toISOString();
      const tag = (await findTag?.(store)) ?? null;
      const reply = await fetch(tag).catch((error: unknown) => rethrow(store, error));
      const times = { requestedAt, fetchedAt: new Date().toISOString(), pullCount };
      const isDone =
        reply === null
          ? await noteUnchanged?.(store, { ...times, value: tag ?? '' })
          : await put(store, { ...times, value: reply.output }, reply.etag);
      if (isDone !== false) return;
    }
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
