import type { Course } from '#schema/course.ts';
import { endpoints } from '#schema/endpoints.ts';
import { messages } from '#schema/messages.ts';
import { mergeProgress } from '#schema/progress.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { CallError, call } from '../api/call.ts';
import { write } from '../store/access.ts';
import { putCatalogue, putCourse, removeCourse } from '../store/catalogue.ts';
import { StoreGoneError } from '../store/errors.ts';
import { putKeptCourse } from '../store/kept-courses.ts';
import { readKnownUser } from '../store/known-user.ts';
import { findPrivateStore, type PrivateStore } from '../store/private-store.ts';
import { openPublicStore } from '../store/public-store.ts';
import { keepCourseFiles } from './course-files.ts';
import { shareRun } from './share-run.ts';

/*
 * From the network into the store; screens read the store only. Each rejects with a CallError whose
 * message people can read, and then everything kept is as it was. The network always comes first and
 * the store after it: no transaction is held while a request is under way, and the store is the one
 * that was open when the request left, so that a person who signs out meanwhile leaves it closed.
 */

/** Fetches the whole catalogue. */
export function refreshCatalogue(): Promise<void> {
  return shareRun('catalogue', async () => {
    const { courses } = await call(endpoints.listCourses, { defaultMessage: messages.coursesFailed });
    await putCatalogue(openPublicStore(), courses, new Date().toISOString());
  });
}

/**
 * Fetches one course's outline. An unpublished one (its learners may see it) is only answered, never
 * put where other people of this device could find it; one that is gone leaves the catalogue.
 */
export async function refreshCourse(courseId: string): Promise<Course> {
  const store = openPublicStore();
  try {
    const { course } = await call(endpoints.getCourse, {
      params: { courseId },
      defaultMessage: messages.courseFailed,
    });
    if (course.status === 'published') await putCourse(store, course);
    return course;
  } catch (error) {
    if (error instanceof CallError && error.code === 'course_not_found') await removeCourse(store, courseId);
    throw error;
  }
}

/**
 * Fetches a course whole and keeps it for offline study: its text in one transaction, then the files
 * that are small enough. Resolves when the text is kept and each file was tried.
 */
export function keepCourse(courseId: string): Promise<void> {
  const store = getOwnStore();
  return shareRun(`course/${store.userId}/${courseId}`, async () => {
    const { course } = await call(endpoints.getCourseContent, {
      params: { courseId },
      defaultMessage: messages.contentFailed,
    });
    await putKeptCourse(store, course, new Date().toISOString());
    await keepCourseFiles(store.userId, course);
  });
}

/** Keeps every course that the person has activated, one after the other; the first failure is rejected at the end. */
export async function refreshKeptCourses(): Promise<void> {
  let firstFailure: unknown = null;
  for (const courseId of readKnownUser()?.activatedCourses ?? []) {
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
export function refreshProgress(): Promise<void> {
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
