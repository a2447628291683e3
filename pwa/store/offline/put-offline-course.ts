import type { CourseContent } from '#schema/courses/course-content.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { type PullState, readPullState, repeatPullSince } from '../account/pull-state.ts';
import { emptyPage, namesOf } from '../account/pulled-page.ts';
import { write } from '../database/access.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';
import { rowsOfCourse } from '../server-rows/course-rows.ts';
import {
  findGone,
  listUnseen,
  type PartRows,
  partTables,
  putParts,
  removeParts,
} from '../server-rows/part-rows.ts';
import { writeCourseTag } from './course-tags.ts';
import { notingUpdates } from './course-updates.ts';

interface Fetched {
  /** ISO string. */
  readonly keptAt: string;
  /** How far the device had pulled before the request; without it, pulls in between are ignored. */
  readonly pulled?: PullState;
  /** The ETag of the reply, if any. */
  readonly etag?: string | null;
}

/**
 * Stores a whole course in one transaction, replacing its stored version; unchanged rows are not written. Pages that a
 * pull wrote since the request may be newer than the reply: the next pull repeats them. Returns whether there are any.
 */
export function putOfflineCourse(
  store: PrivateStore,
  { modules, quizzes = [], questions = [], ...course }: CourseContent,
  { keptAt, pulled, etag = null }: Fetched,
): Promise<boolean> {
  const { courses, adminCourses, state } = store;
  const rows = { ...rowsOfCourse(course.id, modules), quiz: quizzes, question: questions };
  const tables = [courses, adminCourses, state, ...partTables(store)];
  return write(store, tables, async (tx) => {
    const old = await tx.courses.get(course.id);
    const known = await tx.lessons.where({ courseId: course.id }).primaryKeys();
    // For a course that is stored for the first time, nothing counts as changed.
    const affectedLessonIds = old === undefined ? [] : [...known, ...rows.lesson.map(({ id }) => id)];
    await tx.courses.put({ ...course, v: FORMAT_VERSION, keptAt });
    const { role } = await readPullState(tx);
    await notingUpdates(tx, affectedLessonIds, () =>
      role === 'admin' ? completeParts(tx, rows) : replaceParts(tx, course.id, rows),
    );
    const isOvertaken = pulled !== undefined && (await repeatPullSince(tx, pulled));
    await writeCourseTag(tx, course.id, isOvertaken ? null : etag);
    return isOvertaken;
  });
}

/** An admin's rows come by the pull, with the keys of questions, which a download lacks; it may have arrived only in part. */
const completeParts = (tx: Tx, rows: PartRows): Promise<void> =>
  putParts(tx, { ...rows, question: [] }, { isSweep: false });

async function replaceParts(tx: Tx, courseId: string, rows: PartRows): Promise<void> {
  await putParts(tx, rows, { isSweep: true });
  const received = namesOf({ ...emptyPage, rows: { ...emptyPage.rows, ...rows } });
  const unseen = await listUnseen(tx, [courseId], new Set(received));
  await removeParts(tx, await findGone(tx, { ...emptyPage.gone, ...unseen }));
}
