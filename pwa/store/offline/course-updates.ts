import * as v from 'valibot';
import { ownFileId } from '#schema/courses/video.ts';
import { pick } from '#schema/entities/by-name.ts';
import { readableLessonRowFields } from '#schema/entities/lesson-entity.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore, ReadTx, Tx } from '../database/private-store.ts';
import type { LessonRow, ResourceRow } from '../database/rows.ts';

/*
 * Changes of an offline course since its learner last dismissed the notice. They are written in the
 * transaction that changes the rows, by comparing the affected lessons before and after.
 */

const UpdatedFile = v.object({
  fileId: v.string(),
  kind: v.picklist(['video', 'resource']),
  title: v.string(),
  sizeBytes: v.nullable(v.number()),
});
const UpdatedLesson = v.object({
  lessonId: v.string(),
  title: v.string(),
  change: v.picklist(['added', 'changed', 'removed']),
  /** Bytes of the HTML that came with it. */
  textBytes: v.number(),
  /** Files of our own that it did not show or offer before. */
  files: v.array(UpdatedFile),
});
export type UpdatedLesson = v.InferOutput<typeof UpdatedLesson>;

const CourseUpdate = v.object({ courseId: v.string(), lessons: v.array(UpdatedLesson) });
export type CourseUpdate = v.InferOutput<typeof CourseUpdate>;

const PREFIX = 'courseUpdate/';

/** Returns the changes of every offline course that its learner has not dismissed. */
export function listCourseUpdates(store: PrivateStore): Promise<CourseUpdate[]> {
  return read(store, async () => {
    const rows = await store.state.where('key').startsWith(PREFIX).toArray();
    return rows.flatMap(({ value }) => {
      const update = v.safeParse(CourseUpdate, value);
      return update.success ? [update.output] : [];
    });
  });
}

/** The user dismissed it. */
export function dismissCourseUpdate(store: PrivateStore, courseId: string): Promise<void> {
  return write(store, [store.state], (tx) => forgetCourseUpdate(tx, courseId));
}

/** For use inside a transaction over the state. */
export async function forgetCourseUpdate(tx: Tx, courseId: string): Promise<void> {
  await tx.state.delete(`${PREFIX}${courseId}`);
}

/**
 * Runs `work`, which changes rows of these lessons, and stores the changes that are visible to the learner;
 * for use inside a transaction over the offline tables and the state.
 */
export async function notingUpdates<T>(
  tx: Tx,
  lessonIds: readonly string[],
  work: () => PromiseLike<T>,
): Promise<T> {
  const ids = [...new Set(lessonIds)];
  if (ids.length === 0) return work();
  const before = await readLessons(tx, ids);
  const result = await work();
  const after = await readLessons(tx, ids);
  for (const [courseId, lessons] of compareLessons(before, after)) await addUpdate(tx, courseId, lessons);
  return result;
}

/** A lesson as visible to the learner. */
interface WholeLesson {
  readonly row: LessonRow;
  readonly content: string | undefined;
  readonly resources: readonly ResourceRow[];
}
type Lessons = ReadonlyMap<string, WholeLesson>;

async function readLessons(tx: ReadTx, ids: string[]): Promise<Lessons> {
  const rows = (await tx.lessons.bulkGet(ids)).filter((row) => row !== undefined);
  const contents = await tx.lessonContents.bulkGet(rows.map(({ id }) => id));
  const courseIds = [...new Set(rows.map(({ courseId }) => courseId))];
  const resources = await tx.resources.where('courseId').anyOf(courseIds).toArray();
  return new Map(
    rows.map((row, at) => {
      const own = resources.filter(({ lessonId }) => lessonId === row.id);
      return [row.id, { row, content: contents[at]?.content, resources: own }];
    }),
  );
}

/** Returns the visible differences, by course. */
function compareLessons(before: Lessons, after: Lessons): ReadonlyMap<string, UpdatedLesson[]> {
  const byCourse = new Map<string, UpdatedLesson[]>();
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(id);
    const now = after.get(id);
    const lesson = compareLesson(old, now);
    const courseId = (now ?? old)?.row.courseId;
    if (lesson === null || courseId === undefined) continue;
    byCourse.set(courseId, [...(byCourse.get(courseId) ?? []), lesson]);
  }
  return byCourse;
}

function compareLesson(old: WholeLesson | undefined, now: WholeLesson | undefined): UpdatedLesson | null {
  const row = (now ?? old)?.row;
  if (row === undefined) return null;
  const { id: lessonId, title } = row;
  if (now === undefined) return { lessonId, title, change: 'removed', textBytes: 0, files: [] };
  if (old !== undefined && readerTextOf(old) === readerTextOf(now)) return null;
  const known = new Set((old === undefined ? [] : filesOf(old)).map(({ fileId }) => fileId));
  return {
    lessonId,
    title,
    change: old === undefined ? 'added' : 'changed',
    textBytes: old?.content === now.content ? 0 : new Blob([now.content ?? '']).size,
    files: filesOf(now).filter(({ fileId }) => !known.has(fileId)),
  };
}

/** All visible data, without versions, positions, signatures and the type, which learners do not see. */
function readerTextOf({ row, content, resources }: WholeLesson): string {
  const { type: _, videoUrl, ...shown } = pick(row, readableLessonRowFields);
  const offered = resources.map(({ id, type, title: name, url }) => [id, type, name, ownFileId(url) ?? url]);
  const video = ownFileId(videoUrl) ?? videoUrl;
  return JSON.stringify([shown, video, content, offered.sort()]);
}

function filesOf({ row, resources }: WholeLesson): UpdatedLesson['files'] {
  const { title, videoUrl: url, videoSizeBytes: sizeBytes } = row;
  const shown = [
    { kind: 'video' as const, title, url, sizeBytes },
    ...resources.map((resource) => ({ ...resource, kind: 'resource' as const })),
  ];
  return shown.flatMap(({ kind, title: name, url: address, sizeBytes: size }) => {
    const fileId = ownFileId(address);
    return fileId === null ? [] : [{ fileId, kind, title: name, sizeBytes: size }];
  });
}

/** Adds to the changes that are not dismissed yet; nothing is stored for a course that was removed. */
async function addUpdate(tx: Tx, courseId: string, lessons: readonly UpdatedLesson[]): Promise<void> {
  if ((await tx.courses.get(courseId)) === undefined) return;
  const key = `${PREFIX}${courseId}`;
  const parsed = v.safeParse(CourseUpdate, (await tx.state.get(key))?.value);
  const noted = new Map(parsed.success ? parsed.output.lessons.map((one) => [one.lessonId, one]) : []);
  for (const lesson of lessons) {
    const joined = joinUpdates(noted.get(lesson.lessonId), lesson);
    if (joined === null) noted.delete(lesson.lessonId);
    else noted.set(lesson.lessonId, joined);
  }
  const update: CourseUpdate = { courseId, lessons: [...noted.values()] };
  if (noted.size === 0) await tx.state.delete(key);
  else await tx.state.put({ key, value: update });
}

/** Merges two changes of one lesson for a learner who has seen neither; null if they cancel out. */
function joinUpdates(first: UpdatedLesson | undefined, second: UpdatedLesson): UpdatedLesson | null {
  if (first === undefined) return second;
  const wasAdded = first.change === 'added';
  if (second.change === 'removed') return wasAdded ? null : second;
  // A file or text that was removed and added again counts as changed.
  const change = wasAdded ? 'added' : 'changed';
  return {
    ...second,
    change,
    textBytes: first.textBytes + second.textBytes,
    files: [...first.files, ...second.files],
  };
}
