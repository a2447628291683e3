import type { Table } from 'dexie';
import type { CourseContent } from '#schema/courses/course-content.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { type PullState, repeatPullSince } from '../account/pull-state.ts';
import { write } from '../database/access.ts';
import type { PrivateStore, Tables } from '../database/private-store.ts';
import type { LessonContentRow, LessonRow, ModuleRow, ResourceRow } from '../database/rows.ts';
import { isSameRow } from '../database/same-row.ts';
import { writeCourseTag } from './course-tags.ts';
import { notingUpdates } from './course-updates.ts';
import { partTables, replaceParts, withoutParts } from './pull-parts.ts';

/** The tables of offline courses, and of data derived from them. */
export function offlineTables(tables: Tables) {
  const { courses, modules, lessons, lessonContents, resources, searchIndexes } = tables;
  return { courses, modules, lessons, lessonContents, resources, searchIndexes };
}

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
  course: CourseContent,
  { keptAt, pulled, etag = null }: Fetched,
): Promise<boolean> {
  const { searchIndexes: _, ...tables } = offlineTables(store);
  const rows = splitCourse(course);
  const { state, adminCourses } = store;
  const all = [...Object.values(tables), ...partTables(store), state, adminCourses];
  return write(store, all, async (tx) => {
    const { courses, modules, lessons, lessonContents, resources } = tx;
    const old = await courses.get(course.id);
    const { modules: _, ...outline } = withoutParts(course);
    const putRows = async () => {
      await replaceRows(modules, course.id, rows.modules);
      await replaceRows(lessons, course.id, rows.lessons);
      await replaceRows(lessonContents, course.id, rows.contents);
      await replaceRows(resources, course.id, rows.resources);
      await replaceParts(tx, course);
    };
    const known = await lessons.where({ courseId: course.id }).primaryKeys();
    // For a course that is stored for the first time, nothing counts as changed.
    const affectedLessonIds = old === undefined ? [] : [...known, ...rows.lessons.map(({ id }) => id)];
    await courses.put({ ...outline, v: FORMAT_VERSION, keptAt });
    await notingUpdates(tx, affectedLessonIds, putRows);
    const isOvertaken = pulled !== undefined && (await repeatPullSince(tx, pulled));
    await writeCourseTag(tx, course.id, isOvertaken ? null : etag);
    return isOvertaken;
  });
}

/** Replaces the stored rows of a course; for use inside a transaction. */
async function replaceRows<Row extends { readonly courseId: string }>(
  table: Table<Row, string>,
  courseId: string,
  rows: readonly Row[],
): Promise<void> {
  const keyPath = table.schema.primKey.keyPath;
  const keyOf = (row: Row) => Object.entries(row).find(([name]) => name === keyPath)?.[1];
  const old = new Map((await table.where({ courseId }).toArray()).map((row) => [keyOf(row), row]));
  const keys = new Set(rows.map(keyOf));
  const isGone = (row: Row) => row.courseId === courseId && !keys.has(keyOf(row));
  if ([...old.values()].some(isGone)) await table.where({ courseId }).filter(isGone).delete();
  await table.bulkPut(rows.filter((row) => !isSameRow(old.get(keyOf(row)), row)));
}

function splitCourse(course: CourseContent) {
  const common = { v: FORMAT_VERSION, courseId: course.id };
  const modules = course.modules.map(({ lessons: _, ...module }, place): ModuleRow => {
    return { ...module, ...common, position: module.position ?? place };
  });
  const all = course.modules.flatMap((module) =>
    module.lessons.map((lesson, place) => ({ lesson, moduleId: module.id, place })),
  );
  return {
    modules,
    lessons: all.map(({ lesson: { content: _, resources: __, ...outline }, moduleId, place }): LessonRow => {
      return { ...outline, ...common, moduleId, position: outline.position ?? place };
    }),
    contents: all.map(({ lesson }): LessonContentRow => {
      return { ...common, lessonId: lesson.id, content: lesson.content };
    }),
    resources: all.flatMap(({ lesson }) =>
      lesson.resources.map((resource, place): ResourceRow => {
        return { ...resource, ...common, lessonId: lesson.id, position: resource.position ?? place };
      }),
    ),
  };
}
