import { CallError } from '#pwa/api/call.ts';
import { callIfChanged } from '#pwa/api/call-if-changed.ts';
import { requestDownloads } from '#pwa/downloads/plans/request-downloads.ts';
import { findPullState } from '#pwa/store/account/pull-state.ts';
import { read } from '#pwa/store/database/access.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { findCourseTag, noteUnchanged } from '#pwa/store/offline/course-tags.ts';
import { putOfflineCourse } from '#pwa/store/offline/put-offline-course.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { pullNow } from './pull-run.ts';
import { shareRun } from './share-run.ts';

/*
 * Fetches from the network into the user's store; screens read only the store. Each function rejects with a
 * CallError whose message can be shown, and leaves the stored data unchanged. The request always precedes the
 * transaction, so none is held during a request, and the store is the one that was open when the request was
 * sent: if the user signs out meanwhile, it stays closed.
 */

/**
 * Downloads a whole course for offline use: its text in one transaction. Resolves when that is done; wanted
 * files follow. A complete course that has not changed on the server is not sent again; a repair (`isRepair`)
 * fetches it in any case. If pages were pulled since the request, the next pull repeats them.
 */
export async function downloadCourse(courseId: string, { isRepair = false } = {}): Promise<void> {
  const store = getOwnStore();
  return shareRun(`course/${store.userId}/${courseId}${isRepair ? '/repair' : ''}`, async () => {
    const pulled = await findPullState(store);
    const tag = isRepair ? null : await findCourseTag(store, courseId);
    const reply = await callIfChanged(endpoints.getCourseContent, {
      params: { courseId },
      etag: tag,
      defaultMessage: messages.contentFailed,
    });
    const keptAt = new Date().toISOString();
    if (reply === null) await noteUnchanged(store, courseId, { etag: tag, keptAt });
    else {
      const { output, etag } = reply;
      const isOvertaken = await putOfflineCourse(store, output.course, { keptAt, pulled, etag });
      // Not awaited: a pull may wait for this download.
      if (isOvertaken) void pullNow(store);
    }
    requestDownloads();
  });
}

/**
 * Downloads the activated courses that are not on this device yet; the pull updates the others. Rejects with
 * the first failure at the end.
 */
export async function downloadMissingCourses(): Promise<void> {
  const store = getOwnStore();
  const storedIds = await read(store, () => store.courses.toCollection().primaryKeys());
  const activated = readKnownUser()?.activatedCourses ?? [];
  await downloadCourses(activated.filter((courseId) => !storedIds.includes(courseId)));
}

async function downloadCourses(courseIds: readonly string[]): Promise<void> {
  let firstFailure: unknown = null;
  for (const courseId of courseIds) {
    try {
      await downloadCourse(courseId);
    } catch (error) {
      if (error instanceof StoreGoneError) throw error;
      firstFailure ??= error;
      // Without a response the other requests would only time out too.
      if (error instanceof CallError && (error.status === 0 || error.endsSession)) break;
    }
  }
  if (firstFailure !== null) throw firstFailure;
}

function getOwnStore(): PrivateStore {
  const store = findPrivateStore();
  if (store === null) throw new StoreGoneError();
  return store;
}
