import * as v from 'valibot';
import { readPullState } from '../account/pull-state.ts';
import { readAtOnce, write } from '../database/access.ts';
import type { PrivateStore, ReadTx, Tx } from '../database/private-store.ts';

/*
 * The ETag of each fetched course, so a course that has not changed is not sent again. A tag is valid only
 * while the course's rows are the ones that came with it: a pull that changes one of them removes the tag,
 * and so does a new epoch of the server or a missing row.
 */

const CourseTag = v.object({
  etag: v.string(),
  epoch: v.nullable(v.string()),
  /** How many rows the course had. */
  rowCount: v.number(),
});

const keyOf = (courseId: string): string => `courseTag/${courseId}`;

function tablesOf(store: PrivateStore) {
  const { courses, modules, lessons, lessonContents, resources, state } = store;
  return [courses, modules, lessons, lessonContents, resources, state];
}

/** Returns the ETag to send; null if the course has to be fetched whole. */
export function findCourseTag(store: PrivateStore, courseId: string): Promise<string | null> {
  return readAtOnce(store, tablesOf(store), (tx) => readCourseTag(tx, courseId));
}

/** As {@link findCourseTag}, for use inside a transaction over the offline tables and the state. */
async function readCourseTag(store: ReadTx, courseId: string): Promise<string | null> {
  const parsed = v.safeParse(CourseTag, (await store.state.get(keyOf(courseId)))?.value);
  if (!parsed.success || (await store.courses.get(courseId)) === undefined) return null;
  const { etag, epoch, rowCount } = parsed.output;
  const present = await readPullState(store);
  if (present.epoch !== epoch || (await countRows(store, courseId)) !== rowCount) return null;
  return etag;
}

async function countRows(tx: ReadTx, courseId: string): Promise<number> {
  const { modules, lessons, lessonContents, resources } = tx;
  let count = 0;
  for (const table of [modules, lessons, lessonContents, resources]) {
    count += await table.where({ courseId }).count();
  }
  return count;
}

/** Stores the tag that came with a course, once its rows are written; for use inside that transaction. */
export async function writeCourseTag(tx: Tx, courseId: string, etag: string | null): Promise<void> {
  if (etag === null) return tx.state.delete(keyOf(courseId));
  const { epoch } = await readPullState(tx);
  const rowCount = await countRows(tx, courseId);
  await tx.state.put({ key: keyOf(courseId), value: { etag, epoch, rowCount } });
}

/** Removes the tags of courses whose rows were changed; for use inside a transaction over the state. */
export async function forgetCourseTags(tx: Tx, courseIds: readonly string[]): Promise<void> {
  await tx.state.bulkDelete([...new Set(courseIds)].map(keyOf));
}

interface Unchanged {
  readonly etag: string | null;
  /** ISO string. */
  readonly keptAt: string;
}

/**
 * Stores that the server has nothing newer than the course with this tag; nothing if something changed the course here since
 * the request.
 */
export function noteUnchanged(
  store: PrivateStore,
  courseId: string,
  { etag, keptAt }: Unchanged,
): Promise<void> {
  return write(store, tablesOf(store), async (tx) => {
    if ((await readCourseTag(tx, courseId)) === etag) await tx.courses.update(courseId, { keptAt });
  });
}
