import type * as v from 'valibot';
import { adminMessages } from '#schema/admin-messages.ts';
import type { Endpoint } from '#schema/endpoint.ts';
import { endpoints } from '#schema/endpoints.ts';
import { messages } from '#schema/messages.ts';
import { CallError, call } from '../api/call.ts';
import {
  hasAdminRows,
  putAdminCourses,
  putAdminRequests,
  putAdminStats,
  putAdminUsers,
  putFetchedCourse,
  wipeAdmin,
} from '../store/admin.ts';
import { StoreGoneError } from '../store/errors.ts';
import type { Fetched } from '../store/fetched.ts';
import { putAudit, putLessonHistory } from '../store/history.ts';
import { readConfirmedUser, writeKnownUser } from '../store/known-user.ts';
import { findPrivateStore, type PrivateStore } from '../store/private-store.ts';
import { findPullCount } from '../store/pull-state.ts';
import { shareRun } from './share-run.ts';

/*
 * What admins look at, from the network into their own store. Each rejects with a CallError whose message
 * people can read, and then what was here stays; unless the server said that this person is no admin
 * (any more), for then everything that only admins may see leaves the device.
 */

export function refreshAdminCourses(): Promise<void> {
  return refresh('adminCourses', endpoints.listAdminCourses, {
    defaultMessage: messages.adminDataFailed,
    put: (store, fetched) => putAdminCourses(store, { ...fetched, value: fetched.value.courses }),
  });
}

/** One course whole, for its editor. */
export function refreshAdminCourse(courseId: string): Promise<void> {
  return refresh(`adminCourse/${courseId}`, endpoints.getAdminCourse, {
    params: { courseId },
    defaultMessage: messages.courseFailed,
    put: (store, fetched) => putFetchedCourse(store, { ...fetched, value: fetched.value.course }),
  });
}

export function refreshAdminStats(): Promise<void> {
  return refresh('adminStats', endpoints.getStats, {
    defaultMessage: messages.adminDataFailed,
    put: (store, fetched) => putAdminStats(store, { ...fetched, value: fetched.value.stats }),
  });
}

export function refreshAdminUsers(): Promise<void> {
  return refresh('adminUsers', endpoints.listUsers, {
    defaultMessage: adminMessages.usersFailed,
    put: (store, fetched) => putAdminUsers(store, { ...fetched, value: fetched.value.users }),
  });
}

export function refreshSupportRequests(): Promise<void> {
  return refresh('adminRequests', endpoints.listSupportRequests, {
    defaultMessage: messages.adminDataFailed,
    put: (store, fetched) => putAdminRequests(store, { ...fetched, value: fetched.value.requests }),
  });
}

/** The newest of what admins did. */
export function refreshAudit(): Promise<void> {
  return refresh('adminAudit', endpoints.listAudit, {
    defaultMessage: messages.adminDataFailed,
    put: putAudit,
  });
}

/** The newest versions of a lesson. */
export function refreshLessonHistory(lessonId: string): Promise<void> {
  return refresh(`lessonHistory/${lessonId}`, endpoints.listLessonHistory, {
    params: { lessonId },
    defaultMessage: messages.adminDataFailed,
    put: (store, fetched) => putLessonHistory(store, lessonId, fetched),
  });
}

/** Takes what only admins may see off the device of a known person who is none. */
export async function wipeUnlessAdmin(): Promise<void> {
  if (readConfirmedUser()?.role === 'admin') return;
  const store = findPrivateStore();
  if (store !== null && (await hasAdminRows(store))) await wipeAdmin(store);
}

interface Refresh<Output> {
  readonly params?: Readonly<Record<string, string>>;
  readonly defaultMessage: string;
  /** Answers false where the pull was faster, and the question has to be asked again. */
  readonly put: (store: PrivateStore, fetched: Fetched<Output>) => Promise<unknown>;
}

/** How often is asked again because the pull brought something meanwhile; then what it brings has to do. */
const TRIES = 3;

function refresh<Input extends v.GenericSchema, Output extends v.GenericSchema>(
  name: string,
  endpoint: Endpoint<Input, Output>,
  { params = {}, defaultMessage, put }: Refresh<v.InferOutput<Output>>,
): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return Promise.reject(new StoreGoneError());
  return shareRun(`${name}/${store.userId}`, async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const pullCount = await findPullCount(store);
      const askedAt = new Date().toISOString();
      const value = await call(endpoint, { params, defaultMessage }).catch(async (error: unknown) => {
        if (error instanceof CallError && error.code === 'not_allowed') await forgetAdmin(store);
        throw error;
      });
      const fetched = { value, askedAt, fetchedAt: new Date().toISOString(), pullCount };
      if ((await put(store, fetched)) !== false) return;
    }
  });
}

/** The server's word that this person is no admin; the guard leads them away as soon as it is written. */
async function forgetAdmin(store: PrivateStore): Promise<void> {
  await wipeAdmin(store);
  const user = readConfirmedUser();
  if (user?.id === store.userId) writeKnownUser({ ...user, role: 'user' });
}
