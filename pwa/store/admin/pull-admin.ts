import type { AdminCourse } from '#schema/editor/editor.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { PulledCourse, PulledLesson } from '#schema/sync/pulled-rows.ts';
import { type PartKind, type PlainKind, partKindNames, plainKinds } from '#schema/sync/row-kinds.ts';
import { emptyPage, type PulledPage, rowName } from '../account/pulled-page.ts';
import { write } from '../database/access.ts';
import type { AdminContentRow, AdminCourseRow, AdminOrphanRow } from '../database/admin-rows.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';
import { partTables } from '../offline/pull-parts.ts';
import { findFetchedAt, noteFetched } from './admin.ts';
import { removeAdminCourseRows, storeFirstCodes } from './admin-courses.ts';
import { saveDeletedSnapshots, savePartSnapshots } from './deleted-snapshots.ts';
import { assembleOutline, type OutlineRows, splitOutline } from './outline-rows.ts';

/*
 * Applies a page of the pull to the courses that an admin sees: server rows only. For use inside the
 * transaction that writes the cursor, over the admins' course tables, orphans, outbox and drafts.
 */

export async function putPulledAdmin(tx: Tx, page: PulledPage): Promise<void> {
  const { adminCourses, adminContents, adminOrphans } = tx;
  const { course, module, lesson, resource } = page.gone;
  const hasGone = course.length + module.length + lesson.length + resource.length > 0;
  // A tombstone does not name the parent of its row.
  const all = hasGone ? await adminCourses.toArray() : [];
  const gone = withChildren(all, page);
  if (hasGone) await saveDeletedSnapshots(tx, all, gone);
  if (partKindNames.some((kind) => page.gone[kind].length > 0))
    await savePartSnapshots(tx, { ...page.gone, ...gone });
  const goneIds = new Set([...gone.module, ...gone.lesson, ...gone.resource]);
  await adminOrphans
    .where('id')
    .anyOf([...goneIds])
    .filter(({ kind }) => kind !== 'gone')
    .delete();
  const affectedRows = all.filter((row) => rowIdsOf(row).some((id) => goneIds.has(id)));
  const ids = [...new Set([...pulledCourseIds(page), ...affectedRows.map(({ id }) => id)])];
  const rows = await adminCourses.bulkGet(ids);
  const orphans = await adminOrphans.where('courseId').anyOf(ids).toArray();
  const last = (await adminCourses.orderBy('place').last())?.place ?? -1;
  const outlines = ids.map((courseId, at) => {
    const loose = splitOutline(
      rows[at],
      orphans.filter((orphan) => orphan.courseId === courseId),
    );
    applyPage(loose, page, { courseId, place: last + 1 + at });
    for (const id of goneIds)
      for (const kind of ['modules', 'lessons', 'resources'] as const) loose[kind].delete(id);
    return { courseId, ...assembleOutline(loose) };
  });
  await adminOrphans.bulkDelete(orphans.filter(({ kind }) => kind !== 'gone').map(({ id }) => id));
  await adminOrphans.bulkPut(outlines.flatMap(orphanRowsOf));
  await adminCourses.bulkPut(outlines.flatMap(({ row }) => (row === undefined ? [] : [row])));
  await putContents(tx, page.rows.lesson);
  await adminContents.bulkDelete(gone.lesson);
  for (const courseId of page.gone.course) {
    await removeAdminCourseRows(tx, courseId);
    await adminOrphans
      .where({ courseId })
      .filter(({ kind }) => kind !== 'gone')
      .delete();
  }
}

/**
 * Writes a course whole that an admin opens before the first pull has reached it; nothing afterwards. Its rows come once
 * more with that pull.
 */
export function putWholeCourse(store: PrivateStore, course: AdminCourse): Promise<void> {
  return write(store, [...adminPullTables(store), store.state], async (tx) => {
    if ((await findFetchedAt(tx, 'courses')) !== null) return;
    await putPulledAdmin(tx, pageOf(course));
    await storeFirstCodes(tx, course.id, course.activationCodes);
  });
}

function pageOf({ activationCodes: _, modules, ...own }: AdminCourse): PulledPage {
  const courseId = own.id;
  const all = modules.flatMap(({ id: moduleId, lessons }) => lessons.map((one) => ({ ...one, moduleId })));
  const rows = {
    ...emptyPage.rows,
    course: [{ ...own, position: '' }],
    module: modules.map(({ lessons: __, ...module }) => ({ ...module, courseId })),
    lesson: all.map(({ resources: __, ...lesson }) => ({ ...lesson, courseId })),
    resource: all.flatMap(({ id: lessonId, resources }) =>
      resources.map((resource) => ({ ...resource, courseId, lessonId })),
    ),
  };
  return { ...emptyPage, rows };
}

/**
 * At the end of a full pull from the start: courses that were here at its beginning and were not pulled are
 * deleted.
 */
export async function sweepAdmin(
  tx: Tx,
  courseIds: readonly string[],
  seen: ReadonlySet<string>,
): Promise<void> {
  const rows = (await tx.adminCourses.bulkGet([...courseIds])).filter((row) => row !== undefined);
  const isUnseen = (kind: PartKind) => (id: string) => !seen.has(rowName(kind, id));
  const parts = async (kind: PlainKind) => {
    const ids = await tx[plainKinds[kind].table].where('courseId').anyOf(courseIds).primaryKeys();
    return ids.filter(isUnseen(kind));
  };
  const modules = rows.flatMap((row) => row.modules);
  const lessons = modules.flatMap((module) => module.lessons);
  const gone = {
    ...emptyPage.gone,
    course: rows.map(({ id }) => id).filter(isUnseen('course')),
    module: modules.map(({ id }) => id).filter(isUnseen('module')),
    lesson: lessons.map(({ id }) => id).filter(isUnseen('lesson')),
    resource: lessons.flatMap(({ resources }) => resources.map(({ id }) => id)).filter(isUnseen('resource')),
    ...{ quiz: await parts('quiz'), question: await parts('question') },
  };
  await putPulledAdmin(tx, { ...emptyPage, gone });
}

/**
 * Stores that everything was pulled: the list is current as of now. For use inside a transaction over the
 * state.
 */
export async function noteAdminPulled(tx: Tx): Promise<void> {
  await noteFetched(tx, 'courses', new Date().toISOString());
}

/** The tables that the functions above use. */
export function adminPullTables(store: PrivateStore) {
  const { adminCourses, adminContents, adminCodes, adminOrphans, outbox, drafts } = store;
  return [adminCourses, adminContents, adminCodes, adminOrphans, outbox, drafts, ...partTables(store)];
}

interface Target {
  readonly courseId: string;
  /** The position of a new course in the list until its key is known. */
  readonly place: number;
}

function applyPage(rows: OutlineRows, { rows: pulled }: PulledPage, target: Target): void {
  const { courseId } = target;
  for (const course of pulled.course)
    if (course.id === courseId) rows.course = courseRow(rows.course, course, target);
  for (const module of pulled.module) if (module.courseId === courseId) rows.modules.set(module.id, module);
  for (const { content: _, ...lesson } of pulled.lesson)
    if (lesson.courseId === courseId) rows.lessons.set(lesson.id, lesson);
  for (const resource of pulled.resource)
    if (resource.courseId === courseId) rows.resources.set(resource.id, resource);
}

function courseRow(
  old: OutlineRows['course'],
  pulled: PulledCourse,
  { place }: Target,
): OutlineRows['course'] {
  const codeStats = pulled.codeStats ?? old?.codeStats ?? { total: 0, unused: 0, used: 0 };
  return { place, ...old, ...pulled, codeStats, v: FORMAT_VERSION };
}

function pulledCourseIds({ rows: { course, module, lesson, resource } }: PulledPage): string[] {
  const inside = [...module, ...lesson, ...resource];
  return [...course.map(({ id }) => id), ...inside.map(({ courseId }) => courseId)];
}

function rowIdsOf({ modules }: AdminCourseRow): string[] {
  const lessons = modules.flatMap((module) => module.lessons);
  const resources = lessons.flatMap((lesson) => lesson.resources);
  return [...modules, ...lessons, ...resources].map(({ id }) => id);
}

interface DeletedIds {
  readonly course: string[];
  readonly module: string[];
  readonly lesson: string[];
  readonly resource: string[];
}

/**
 * The contents of deleted rows, with or without a tombstone on this page; except for those on the page: they
 * are in another row now.
 */
function withChildren(
  rows: readonly AdminCourseRow[],
  { gone, rows: { module, lesson, resource } }: PulledPage,
): DeletedIds {
  const present = new Set([...module, ...lesson, ...resource].map(({ id }) => id));
  const isAbsent = ({ id }: { readonly id: string }) => !present.has(id);
  const modules = rows.flatMap((row) => {
    const isGone = gone.course.includes(row.id);
    return row.modules.filter(({ id }) => isGone || gone.module.includes(id));
  });
  const lessons = modules.flatMap((module) => module.lessons).filter(isAbsent);
  const lessonIds = new Set([...gone.lesson, ...lessons.map(({ id }) => id)]);
  const all = rows.flatMap((row) => row.modules).flatMap((module) => module.lessons);
  const ofLessons = all.filter(({ id }) => lessonIds.has(id)).flatMap((lesson) => lesson.resources);
  const resources = ofLessons.filter(isAbsent);
  return {
    course: [...gone.course],
    module: [...new Set([...gone.module, ...modules.map(({ id }) => id)])],
    lesson: [...lessonIds],
    resource: [...new Set([...gone.resource, ...resources.map(({ id }) => id)])],
  };
}

interface Outlined extends ReturnType<typeof assembleOutline> {
  readonly courseId: string;
}

function orphanRowsOf({ courseId, orphans }: Outlined): AdminOrphanRow[] {
  return orphans.flatMap((orphan) =>
    orphan.kind === 'gone' ? [] : [{ ...orphan, id: orphan.data.id, courseId, v: FORMAT_VERSION }],
  );
}

async function putContents(tx: Tx, lessons: readonly PulledLesson[]): Promise<void> {
  await tx.adminContents.bulkPut(
    lessons.map(({ id: lessonId, courseId, content, version }): AdminContentRow => {
      return { lessonId, courseId, content, version, v: FORMAT_VERSION };
    }),
  );
}
