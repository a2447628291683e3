import { relinkCopy } from '#interchange/course-file/relink-copy.ts';
import { copiedId } from '#schema/courses/copied-id.ts';
import type { AdminCourse, DuplicateCourseInput } from '#schema/editor/editor.ts';
import { pick } from '#schema/entities/by-name.ts';
import { adminCourseFields, courseEntity } from '#schema/entities/course-entity.ts';
import { parentColumn, plainKindNames } from '#schema/sync/row-kinds.ts';
import { newPosition } from '#sync-server/courses/row-rules.ts';
import { recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { liveCourses } from '#sync-server/db/live-rows.ts';
import type { PlainRow } from '#sync-server/db/parts/part-copies.ts';
import { idsInside, type Part } from '#sync-server/db/parts/part-queries.ts';
import { plainParts } from '#sync-server/db/parts/plain-parts.ts';
import { slicesOf } from '#sync-server/db/slices-of.ts';
import type { CourseRow, LessonRow, ModuleRow, ResourceRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { findOutlineRows, listLessonRows, listResourceRows } from './admin-rows-queries.ts';
import { assembleOwnCourse } from './assemble-admin-course.ts';
import type { EditCall } from './edit-call.ts';
import { requireFreeId, requireRow } from './edited-queries.ts';

/** Fewer than the parameters that a query may have, whatever the columns. */
const ROWS_PER_INSERT = 50;

interface Copying {
  readonly fromCourseId: string;
  readonly courseId: string;
}

/**
 * Inserts an unpublished copy of a course, after all others: its modules, lessons and resources under ids that the
 * device derives too (schema/courses/copied-id.ts). Files are shared; codes, learners and progress stay where they are.
 * Throws ApiError 409 `id_taken`.
 */
export async function duplicateCourse(
  trx: Trx,
  { input, targetId: fromCourseId, at }: EditCall<DuplicateCourseInput>,
): Promise<{ readonly course: AdminCourse }> {
  const courseId = input.id.toLowerCase();
  const { course, modules } = requireRow(await findOutlineRows(trx, fromCourseId), 'course_not_found');
  await requireFreeId(trx, 'course', courseId);
  const siblings = await trx.selectFrom(liveCourses).select('position').execute();
  const row: CourseRow = {
    ...course,
    ...{ id: courseId, title: input.title, status: 'unpublished', isTemplate: 0, sharesFiles: 0 },
    ...pick(courseEntity.defaults, adminCourseFields),
    position: newPosition(
      undefined,
      siblings.map(({ position }) => position),
    ),
    ...{ version: 1, revision: 1, createdAt: at, updatedAt: at },
  };
  await trx.insertInto('courses').values(row).execute();
  const copying = { fromCourseId, courseId };
  const lessons = await copyRows(trx, modules, copying);
  const changes = [
    ...modules.map(({ id }) => ({ kind: 'module' as const, id: copiedId(courseId, id), courseId })),
    ...lessons.map(({ kind, id }) => ({ kind, id, courseId })),
  ];
  await recordEdit(trx, { courseId, at }, changes);
  return { course: assembleOwnCourse(row) };
}

/** Inserts the rows below a course and returns the new ones below its modules. */
async function copyRows(trx: Trx, modules: readonly ModuleRow[], copying: Copying) {
  const { fromCourseId, courseId } = copying;
  const copied = (id: string) => copiedId(courseId, id);
  const fresh = { version: 1 };
  for (const some of slicesOf(modules, ROWS_PER_INSERT)) {
    const rows = some.map((row) => ({ ...row, ...fresh, id: copied(row.id), courseId }));
    await trx.insertInto('modules').values(rows).execute();
  }
  const lessons = await listLessonRows(trx, { courseId: fromCourseId });
  for (const some of slicesOf(lessons, ROWS_PER_INSERT)) {
    const rows = some.map(({ courseId: _, content: _content, videoSizeBytes: _size, ...row }): LessonRow => {
      return { ...row, ...fresh, id: copied(row.id), moduleId: copied(row.moduleId) };
    });
    await trx.insertInto('lessons').values(rows).execute();
    const contents = some.map(({ id, content }) => ({
      lessonId: copied(id),
      content: relinkCopy(content ?? '', copying),
    }));
    await trx.insertInto('lessonContents').values(contents).execute();
  }
  const resources = await listResourceRows(trx, { courseId: fromCourseId });
  for (const some of slicesOf(resources, ROWS_PER_INSERT)) {
    const rows = some.map(({ courseId: _, sizeBytes: _size, contentType: _type, ...row }): ResourceRow => {
      return { ...row, ...fresh, id: copied(row.id), lessonId: copied(row.lessonId) };
    });
    await trx.insertInto('resources').values(rows).execute();
  }
  const plain = await copyPlainParts(trx, copying);
  return [
    ...plain,
    ...lessons.map(({ id }) => ({ kind: 'lesson' as const, id: copied(id) })),
    ...resources.map(({ id }) => ({ kind: 'resource' as const, id: copied(id) })),
  ];
}

/** Copies the quizzes and the other parts of lessons. */
async function copyPlainParts(trx: Trx, { fromCourseId, courseId }: Copying): Promise<Part[]> {
  const copied = (id: unknown) => copiedId(courseId, String(id));
  const added: Part[] = [];
  for (const kind of plainKindNames) {
    const column = parentColumn(kind);
    const ofCourse = idsInside(trx, kind, { kind: 'course', ids: [fromCourseId] });
    const rows: PlainRow[] = await plainParts[kind].read(trx, ofCourse, true);
    const fresh = { version: 1, courseId };
    const copies = rows.map((row) => ({
      ...row,
      ...{ ...fresh, id: copied(row.id), [column]: copied(row[column]) },
    }));
    await plainParts[kind].insert(trx, copies);
    added.push(...copies.map(({ id }) => ({ kind, id })));
  }
  return added;
}
