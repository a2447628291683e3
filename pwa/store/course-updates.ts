import * as v from 'valibot';
import { ownFileId } from '#schema/video.ts';
import { read, write } from './access.ts';
import { inside } from './inside.ts';
import type { PrivateStore } from './private-store.ts';
import type { LessonRow, ResourceRow } from './rows.ts';

/*
 * What changed in a kept course since its reader last took note. It is written in the transaction that
 * changes the rows, by comparing the lessons it touches before and after.
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
  /** Of the HTML that came with it. */
  textBytes: v.number(),
  /** Files of our own that it did not show or offer before. */
  files: v.array(UpdatedFile),
});
export type UpdatedLesson = v.InferOutput<typeof UpdatedLesson>;

const CourseUpdate = v.object({ courseId: v.string(), lessons: v.array(UpdatedLesson) });
export type CourseUpdate = v.InferOutput<typeof CourseUpdate>;

const PREFIX = 'courseUpdate/';

/** Of every kept course that changed, what its reader has not taken note of. */
export function listCourseUpdates(store: PrivateStore): Promise<CourseUpdate[]> {
  return read(store, async () => {
    const rows = await store.state.where('key').startsWith(PREFIX).toArray();
    return rows.flatMap(({ value }) => {
      const update = v.safeParse(CourseUpdate, value);
      return update.success ? [update.output] : [];
    });
  });
}

/** The person has read it. */
export function dismissCourseUpdate(store: PrivateStore, courseId: string): Promise<void> {
  return write(store, [store.state], () => forgetCourseUpdate(store, courseId));
}

/** For use inside a transaction over the state. */
export async function forgetCourseUpdate({ state }: PrivateStore, courseId: string): Promise<void> {
  await state.delete(`${PREFIX}${courseId}`);
}

/**
 * Runs `work`, which changes rows of these lessons, and notes what its reader would see of it; for use
 * inside a transaction over the kept tables and the state.
 */
export async function notingUpdates<T>(
  store: PrivateStore,
  lessonIds: readonly string[],
  work: () => PromiseLike<T>,
): Promise<T> {
  const ids = [...new Set(lessonIds)];
  if (ids.length === 0) return inside(work);
  const before = await inside(() => readLessons(store, ids));
  const result = await inside(work);
  const after = await inside(() => readLessons(store, ids));
  for (const [courseId, lessons] of compareLessons(before, after))
    await inside(() => addUpdate(store, courseId, lessons));
  return result;
}

/** A lesson as its reader knows it. */
interface WholeLesson {
  readonly row: LessonRow;
  readonly content: string | undefined;
  readonly resources: readonly ResourceRow[];
}
type Lessons = ReadonlyMap<string, WholeLesson>;

async function readLessons(store: PrivateStore, ids: string[]): Promise<Lessons> {
  const rows = (await store.lessons.bulkGet(ids)).filter((row) => row !== undefined);
  const contents = await store.lessonContents.bulkGet(rows.map(({ id }) => id));
  const courseIds = [...new Set(rows.map(({ courseId }) => courseId))];
  const resources = await store.resources.where('courseId').anyOf(courseIds).toArray();
  return new Map(
    rows.map((row, at) => {
      const own = resources.filter(({ lessonId }) => lessonId === row.id);
      return [row.id, { row, content: contents[at]?.content, resources: own }];
    }),
  );
}

/** What differs for a reader, by course. */
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
  if (old !== undefined && wordsOf(old) === wordsOf(now)) return null;
  const known = new Set((old === undefined ? [] : filesOf(old)).map(({ fileId }) => fileId));
  return {
    lessonId,
    title,
    change: old === undefined ? 'added' : 'changed',
    textBytes: old?.content === now.content ? 0 : new Blob([now.content ?? '']).size,
    files: filesOf(now).filter(({ fileId }) => !known.has(fileId)),
  };
}

/** All that a reader sees, whatever versions, places and signatures say. */
function wordsOf({ row, content, resources }: WholeLesson): string {
  const { title, description, duration, videoUrl } = row;
  const offered = resources.map(({ id, type, title: name, url }) => [id, type, name, ownFileId(url) ?? url]);
  const film = ownFileId(videoUrl) ?? videoUrl;
  return JSON.stringify([title, description, duration, film, content, offered.sort()]);
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

/** Adds to what the reader has not taken note of yet; nothing is noted of a course that has left. */
async function addUpdate(
  store: PrivateStore,
  courseId: string,
  lessons: readonly UpdatedLesson[],
): Promise<void> {
  if ((await store.courses.get(courseId)) === undefined) return;
  const key = `${PREFIX}${courseId}`;
  const parsed = v.safeParse(CourseUpdate, (await store.state.get(key))?.value);
  const noted = new Map(parsed.success ? parsed.output.lessons.map((one) => [one.lessonId, one]) : []);
  for (const lesson of lessons) {
    const joined = joinUpdates(noted.get(lesson.lessonId), lesson);
    if (joined === null) noted.delete(lesson.lessonId);
    else noted.set(lesson.lessonId, joined);
  }
  const update: CourseUpdate = { courseId, lessons: [...noted.values()] };
  if (noted.size === 0) await store.state.delete(key);
  else await store.state.put({ key, value: update });
}

/** Two changes of one lesson as the reader sees them who has seen neither; null when nothing is left of them. */
function joinUpdates(first: UpdatedLesson | undefined, second: UpdatedLesson): UpdatedLesson | null {
  if (first === undefined) return second;
  const wasAdded = first.change === 'added';
  if (second.change === 'removed') return wasAdded ? null : second;
  // What was removed and has come back counts as changed.
  const change = wasAdded ? 'added' : 'changed';
  return {
    ...second,
    change,
    textBytes: first.textBytes + second.textBytes,
    files: [...first.files, ...second.files],
  };
}
