import { NO_RESPONSE } from '#pwa/api/api-response.ts';
import { CallError } from '#pwa/api/call.ts';
import { callIfChanged } from '#pwa/api/call-if-changed.ts';
import { requestDownloads } from '#pwa/downloads/plans/request-downloads.ts';
import { findPullCount } from '#pwa/store/account/pull-state.ts';
import { read } from '#pwa/store/database/access.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { findCourseTag, noteUnchanged } from '#pwa/store/offline/course-tags.ts';
import { putOfflineCourse } from '#pwa/store/offline/put-offline-course.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { untilPullEnds } from './pull-run.ts';
import { shareRun } from './share-run.ts';

/*
 * Fetches from the network into the user's store; screens read only the store. Each function rejects with a
 * CallError whose message can be shown, and leaves the stored data unchanged. The request always precedes the
 * transaction, so none is held during a request, and the store is the one that was open when the request was
 * sent: if the user signs out meanwhile, it stays closed.
 */

/**
 * How often a course is requested because a pull wrote rows in the meantime. The last request waits for the end
 * of the pull.
 */
const TRIES = 3;

type Received = Awaited<ReturnType<typeof callIfChanged<typeof endpoints.getCourseContent.output>>>;

/**
 * Downloads a whole course for offline use: its text in one transaction. Resolves when that is done; wanted
 * files follow. A complete course that has not changed on the server is not sent again; a repair (`isRepair`)
 * fetches it in any case. Rejects, with the stored course unchanged, when pulls overtook every request: text that
 * is older than the cursor would stay for ever.
 */
export async function downloadCourse(courseId: string, { isRepair = false } = {}): Promise<void> {
  const store = getOwnStore();
  return shareRun(`course/${store.userId}/${courseId}${isRepair ? '/repair' : ''}`, async () => {
    let received: Received = null;
    for (let left = TRIES; left > 0; left -= 1) {
      if (left === 1) await untilPullEnds();
      const attempt = await requestCourse(store, courseId, { isRepair, received });
      if (attempt.isStored) return requestDownloads();
      received = attempt.received;
    }
    throw new CallError(NO_RESPONSE, { defaultMessage: messages.contentFailed });
  });
}

interface Request {
  readonly isRepair: boolean;
  /** The reply to the last request, if a pull came in between: it is unknown which of the two is newer. */
  readonly received: Received;
}

async function requestCourse(store: PrivateStore, courseId: string, { isRepair, received }: Request) {
  const pullCount = await findPullCount(store);
  const stored = isRepair ? null : await findCourseTag(store, courseId);
  // A reply that is still current is not sent again.
  const tag = received?.etag ?? stored;
  const reply = await callIfChanged(endpoints.getCourseContent, {
    params: { courseId },
    etag: tag,
    defaultMessage: messages.contentFailed,
  });
  const keptAt = new Date().toISOString();
  const latest = reply ?? received;
  if (latest === null) {
    return { received: null, isStored: await noteUnchanged(store, courseId, { etag: tag, keptAt }) };
  }
  const { output, etag } = latest;
  const isStored = await putOfflineCourse(store, output.course, { keptAt, pullCount, etag });
  return { received: latest, isStored };
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
