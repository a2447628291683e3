import { endpoints } from '#schema/endpoints.ts';
import { messages } from '#schema/messages.ts';
import { mergeProgress } from '#schema/progress.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { CallError, call } from '../api/call.ts';
import { callIfChanged } from '../api/call-if-changed.ts';
import { wakeDownloads } from '../downloads/wake.ts';
import { read, write } from '../store/access.ts';
import { findCourseTag, noteUnchanged } from '../store/course-tags.ts';
import { StoreGoneError } from '../store/errors.ts';
import { putKeptCourse } from '../store/keep-course.ts';
import { readKnownUser } from '../store/known-user.ts';
import { findPrivateStore, type PrivateStore } from '../store/private-store.ts';
import { findPullCount } from '../store/pull-state.ts';
import { shareRun } from './share-run.ts';

/*
 * From the network into the person's store; screens read the store only. Each rejects with a CallError whose
 * message people can read, and then everything kept is as it was. The network always comes first and
 * the store after it: no transaction is held while a request is under way, and the store is the one
 * that was open when the request left, so that a person who signs out meanwhile leaves it closed.
 */

/** How often a course is asked for again because the pull brought something meanwhile. */
const TRIES = 3;

/**
 * Fetches a course whole and keeps it for offline study: its text in one transaction. Resolves when that is
 * done; what is wanted of its files comes behind. A course that is here whole and has not changed at the server
 * is not sent again; a repair (`isRepair`) asks for it in any case.
 */
export async function keepCourse(courseId: string, { isRepair = false } = {}): Promise<void> {
  const store = getOwnStore();
  return shareRun(`course/${store.userId}/${courseId}${isRepair ? '/repair' : ''}`, async () => {
    for (let left = TRIES; left > 0; left -= 1) {
      // Of an answer that was overtaken by the pull, nobody can say which of the two is newer.
      const pullCount = left > 1 ? { pullCount: await findPullCount(store) } : {};
      const tag = isRepair ? null : await findCourseTag(store, courseId);
      const reply = await callIfChanged(endpoints.getCourseContent, {
        params: { courseId },
        etag: tag,
        defaultMessage: messages.contentFailed,
      });
      const keptAt = new Date().toISOString();
      if (reply === null) {
        if (await noteUnchanged(store, courseId, { etag: tag, keptAt })) break;
        continue;
      }
      const { output, etag } = reply;
      if (await putKeptCourse(store, output.course, { keptAt, etag, ...pullCount })) break;
    }
    wakeDownloads();
  });
}

/**
 * Keeps those of the activated courses that are not on this device yet: what lies in those that are comes
 * by the pull. The first failure is rejected at the end.
 */
export async function keepMissingCourses(): Promise<void> {
  const store = getOwnStore();
  const kept = await read(store, () => store.courses.toCollection().primaryKeys());
  const activated = readKnownUser()?.activatedCourses ?? [];
  await keepCourses(activated.filter((courseId) => !kept.includes(courseId)));
}

async function keepCourses(courseIds: readonly string[]): Promise<void> {
  let firstFailure: unknown = null;
  for (const courseId of courseIds) {
    try {
      await keepCourse(courseId);
    } catch (error) {
      if (error instanceof StoreGoneError) throw error;
      firstFailure ??= error;
      // Without an answer the others would only wait for theirs.
      if (error instanceof CallError && (error.status === 0 || error.endsSession)) break;
    }
  }
  if (firstFailure !== null) throw firstFailure;
}

/** Fetches the person's progress and merges it with the device's, where unsent edits stand. */
export async function refreshProgress(): Promise<void> {
  const store = getOwnStore();
  return shareRun(`progress/${store.userId}`, async () => {
    const { entries } = await call(endpoints.getProgress);
    await write(store, [store.progress], async () => {
      const mine = await store.progress.bulkGet(entries.map((entry) => entry.lessonId));
      await store.progress.bulkPut(
        entries.map((theirs, at) => {
          const stored = mine[at];
          return { ...(stored === undefined ? theirs : mergeProgress(stored, theirs)), v: FORMAT_VERSION };
        }),
      );
    });
  });
}

function getOwnStore(): PrivateStore {
  const store = findPrivateStore();
  if (store === null) throw new StoreGoneError();
  return store;
}
