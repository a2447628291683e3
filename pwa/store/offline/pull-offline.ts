import type { Table } from 'dexie';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { PulledLesson, PulledModule, PulledResource } from '#schema/sync/pulled-rows.ts';
import { type PulledPage, rowName } from '../account/pulled-page.ts';
import type { Tx } from '../database/private-store.ts';
import type {
  LessonContentRow,
  LessonRow,
  ModuleRow,
  OfflineCourseRow,
  ResourceRow,
} from '../database/rows.ts';
import { isSameRow } from '../database/same-row.ts';
import { forgetCourseTags } from './course-tags.ts';
import { notingUpdates } from './course-updates.ts';
import { listAffectedLessons, removeOfflineCourse, removeRows } from './remove-offline-course.ts';

/*
 * Applies a page of the pull to a learner's offline courses. Rows of a course without an offline copy are
 * skipped: it is downloaded whole, so no course ever looks complete when only a part has arrived. For use
 * inside the transaction that writes the cursor, over the offline tables, progress and state.
 */

interface Options {
  /** In a full pull from the start, pulled rows replace stored ones whatever their version. */
  readonly isSweep: boolean;
}

/** Returns the offline courses that changed, and those that were deleted. */
export async function putPulledOffline(
  tx: Tx,
  page: PulledPage,
  { isSweep }: Options,
): Promise<{ readonly changed: string[]; readonly removed: string[] }> {
  const copies = new Map((await tx.courses.toArray()).map((row) => [row.id, row]));
  // A course's contents are here only if the course is.
  if (copies.size === 0) return { changed: [], removed: [] };
  const hasCopy = ({ courseId }: { courseId: string }) => copies.has(courseId);
  const { rows } = page;
  const modules = rows.module.filter(hasCopy);
  const lessons = rows.lesson.filter(hasCopy);
  const resources = rows.resource.filter(hasCopy);
  const newlyShared = await putCourses(tx, rows.course, { copies, isSweep });
  const put = async () => {
    await putNewer(tx.modules, modules.map(moduleRow), isSweep);
    const newer = await putNewer(tx.lessons, lessons.map(lessonRow), isSweep);
    const contents = lessons.filter(({ id }) => newer.has(id)).map(contentRow);
    await putContents(tx, contents);
    await putNewer(tx.resources, resources.map(resourceRow), isSweep);
    for (const courseId of removed) await removeOfflineCourse(tx, courseId);
    return removeRows(tx, page.gone);
  };
  const gone = [...page.gone.course, ...page.gone.activation].filter((id) => copies.has(id));
  const removed = [...new Set(gone)];
  const trimmedLessonIds = await listAffectedLessons(tx, page.gone);
  const affectedLessonIds = [
    ...lessons.map(({ id }) => id),
    ...resources.map(({ lessonId }) => lessonId),
    ...trimmedLessonIds,
  ];
  const affectedCourseIds = await notingUpdates(tx, affectedLessonIds, put);
  const changed = [...modules, ...lessons, ...resources].map(({ courseId }) => courseId);
  const ids = [...rows.course.map(({ id }) => id), ...changed, ...affectedCourseIds, ...removed];
  await forgetCourseTags(tx, ids);
  return { changed: [...new Set([...changed, ...affectedCourseIds, ...newlyShared])], removed };
}

interface Copies extends Options {
  readonly copies: ReadonlyMap<string, OfflineCourseRow>;
}

/** Returns the courses whose files may be shared from now on: the device needs the digests of their files. */
async function putCourses(tx: Tx, pulled: PulledPage['rows']['course'], { copies, isSweep }: Copies) {
  const newlyShared: string[] = [];
  for (const { codeStats: _, position: __, ...course } of pulled) {
    const old = copies.get(course.id);
    if (old === undefined || (!isSweep && old.version > course.version)) continue;
    const row = { ...old, ...course, v: FORMAT_VERSION };
    if (isSameRow(old, row)) continue;
    await tx.courses.put(row);
    if (row.sharesFiles === 1 && old.sharesFiles !== 1) newlyShared.push(row.id);
  }
  return newlyShared;
}

/**
 * At the end of a full pull from the start: courses that were here at its beginning and were not pulled are
 * deleted.
 */
export async function sweepOffline(
  tx: Tx,
  courseIds: readonly string[],
  seen: ReadonlySet<string>,
): Promise<{ readonly changed: string[]; readonly removed: string[] }> {
  const copies = (await tx.courses.bulkGet([...courseIds])).filter((row) => row !== undefined);
  const removed = copies.filter(({ id }) => !seen.has(rowName('course', id))).map(({ id }) => id);
  for (const courseId of removed) await removeOfflineCourse(tx, courseId);
  const isUnseen = (kind: 'module' | 'lesson' | 'resource') => (row: { id: string; courseId: string }) =>
    courseIds.includes(row.courseId) && !seen.has(rowName(kind, row.id));
  const gone = {
    module: (await tx.modules.filter(isUnseen('module')).toArray()).map(({ id }) => id),
    lesson: (await tx.lessons.filter(isUnseen('lesson')).toArray()).map(({ id }) => id),
    resource: (await tx.resources.filter(isUnseen('resource')).toArray()).map(({ id }) => id),
  };
  const trimmedLessonIds = await listAffectedLessons(tx, gone);
  const changed = await notingUpdates(tx, trimmedLessonIds, () => removeRows(tx, gone));
  await forgetCourseTags(tx, [...changed, ...removed]);
  return { changed, removed };
}

/** Writes new or newer rows; returns the ids of all current rows, written or unchanged. */
async function putNewer<Row extends { readonly id: string; readonly version?: number | undefined }>(
  table: Table<Row, string>,
  rows: readonly Row[],
  isSweep: boolean,
): Promise<Set<string>> {
  const old = await table.bulkGet(rows.map(({ id }) => id));
  const current = rows.filter((row, at) => isSweep || (old[at]?.version ?? 0) <= (row.version ?? 0));
  const known = new Map(old.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
  await table.bulkPut(current.filter((row) => !isSameRow(known.get(row.id), row)));
  return new Set(current.map(({ id }) => id));
}

async function putContents(tx: Tx, rows: readonly LessonContentRow[]): Promise<void> {
  const old = await tx.lessonContents.bulkGet(rows.map(({ lessonId }) => lessonId));
  await tx.lessonContents.bulkPut(rows.filter((row, at) => !isSameRow(old[at], row)));
}

function moduleRow(module: PulledModule): ModuleRow {
  return { ...module, v: FORMAT_VERSION };
}

function lessonRow({ content: _, ...lesson }: PulledLesson): LessonRow {
  return { ...lesson, v: FORMAT_VERSION };
}

function contentRow({ id, courseId, content }: PulledLesson): LessonContentRow {
  return { lessonId: id, courseId, content, v: FORMAT_VERSION };
}

function resourceRow(resource: PulledResource): ResourceRow {
  return { ...resource, v: FORMAT_VERSION };
}
