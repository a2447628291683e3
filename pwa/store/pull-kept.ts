import type { Table } from 'dexie';
import { mergeProgress } from '#schema/progress.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { PulledLesson, PulledModule, PulledResource } from '#schema/pull.ts';
import { forgetCourseTags } from './course-tags.ts';
import { notingUpdates } from './course-updates.ts';
import { inside } from './inside.ts';
import type { PrivateStore } from './private-store.ts';
import { type PulledPage, rowName } from './pulled-page.ts';
import { listLessonsLosing, removeKeptCourse, removeRows } from './remove-kept.ts';
import type { LessonContentRow, LessonRow, ModuleRow, ResourceRow } from './rows.ts';
import { isSameRow } from './same-row.ts';

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
export async function putPulledKept(
  store: PrivateStore,
  page: PulledPage,
  { isSweep }: Options,
): Promise<{ readonly changed: string[]; readonly removed: string[] }> {
  const kept = new Map((await store.courses.toArray()).map((row) => [row.id, row]));
  // A course's contents are here only if the course is.
  if (kept.size === 0) return { changed: [], removed: [] };
  const isKept = ({ courseId }: { courseId: string }) => kept.has(courseId);
  const modules = page.modules.filter(isKept);
  const lessons = page.lessons.filter(isKept);
  const resources = page.resources.filter(isKept);
  for (const { codeStats: _, position: __, ...course } of page.courses) {
    const old = kept.get(course.id);
    if (old === undefined || (!isSweep && old.version > course.version)) continue;
    const row = { ...old, ...course, v: FORMAT_VERSION };
    if (!isSameRow(old, row)) await store.courses.put(row);
  }
  const put = async () => {
    await inside(() => putNewer(store.modules, modules.map(moduleRow), isSweep));
    const newer = await inside(() => putNewer(store.lessons, lessons.map(lessonRow), isSweep));
    const contents = lessons.filter(({ id }) => newer.has(id)).map(contentRow);
    await inside(() => putContents(store, contents));
    await inside(() => putNewer(store.resources, resources.map(resourceRow), isSweep));
    for (const courseId of removed) await inside(() => removeKeptCourse(store, courseId));
    return inside(() => removeRows(store, page.gone));
  };
  const gone = [...page.gone.course, ...page.gone.activation].filter((id) => kept.has(id));
  const removed = [...new Set(gone)];
  const losing = await inside(() => listLessonsLosing(store, page.gone));
  const touched = [...lessons.map(({ id }) => id), ...resources.map(({ lessonId }) => lessonId), ...losing];
  const losers = await inside(() => notingUpdates(store, touched, put));
  const changed = [...modules, ...lessons, ...resources].map(({ courseId }) => courseId);
  const ids = [...page.courses.map(({ id }) => id), ...changed, ...losers, ...removed];
  await inside(() => forgetCourseTags(store, ids));
  return { changed: [...new Set([...changed, ...losers])], removed };
}

/** Merges the server's progress of the user with the device's where there are unsent edits. */
export async function putPulledProgress(store: PrivateStore, { progress }: PulledPage): Promise<void> {
  if (progress.length === 0) return;
  const mine = await store.progress.bulkGet(progress.map(({ lessonId }) => lessonId));
  const merged = progress.map((theirs, at) => {
    const stored = mine[at];
    return { ...(stored === undefined ? theirs : mergeProgress(stored, theirs)), v: FORMAT_VERSION };
  });
  await store.progress.bulkPut(merged.filter((row, at) => !isSameRow(mine[at], row)));
}

/**
 * At the end of a full pull from the start: courses that were here at its beginning and were not pulled are
 * deleted.
 */
export async function sweepKept(
  store: PrivateStore,
  courseIds: readonly string[],
  seen: ReadonlySet<string>,
): Promise<{ readonly changed: string[]; readonly removed: string[] }> {
  const kept = (await store.courses.bulkGet([...courseIds])).filter((row) => row !== undefined);
  const removed = kept.filter(({ id }) => !seen.has(rowName('course', id))).map(({ id }) => id);
  for (const courseId of removed) await inside(() => removeKeptCourse(store, courseId));
  const isUnseen = (kind: 'module' | 'lesson' | 'resource') => (row: { id: string; courseId: string }) =>
    courseIds.includes(row.courseId) && !seen.has(rowName(kind, row.id));
  const gone = {
    module: (await store.modules.filter(isUnseen('module')).toArray()).map(({ id }) => id),
    lesson: (await store.lessons.filter(isUnseen('lesson')).toArray()).map(({ id }) => id),
    resource: (await store.resources.filter(isUnseen('resource')).toArray()).map(({ id }) => id),
  };
  const losing = await inside(() => listLessonsLosing(store, gone));
  const changed = await inside(() => notingUpdates(store, losing, () => removeRows(store, gone)));
  await inside(() => forgetCourseTags(store, [...changed, ...removed]));
  return { changed, removed };
}

/** Writes new or newer rows; returns the ids of all current rows, written or unchanged. */
async function putNewer<Row extends { readonly id: string; readonly version?: number | undefined }>(
  table: Table<Row, string>,
  rows: readonly Row[],
  isSweep: boolean,
): Promise<Set<string>> {
  const old = await table.bulkGet(rows.map(({ id }) => id));
  const standing = rows.filter((row, at) => isSweep || (old[at]?.version ?? 0) <= (row.version ?? 0));
  const known = new Map(old.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
  await table.bulkPut(standing.filter((row) => !isSameRow(known.get(row.id), row)));
  return new Set(standing.map(({ id }) => id));
}

async function putContents(store: PrivateStore, rows: readonly LessonContentRow[]): Promise<void> {
  const old = await store.lessonContents.bulkGet(rows.map(({ lessonId }) => lessonId));
  await store.lessonContents.bulkPut(rows.filter((row, at) => !isSameRow(old[at], row)));
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
