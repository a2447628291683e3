import { v7 as uuidv7 } from 'uuid';
import { isComplete } from '#schema/courses/completeness.ts';
import { findScheduleProblem, timesRemovedBy } from '#schema/courses/schedule.ts';
import type { AdminCourse, CreateCourseInput, UpdateCourseInput } from '#schema/editor/editor.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { noteMoreCodes } from '#sync-server/activation/low-codes.ts';
import { changedFields, newPosition, requireVersion } from '#sync-server/courses/row-rules.ts';
import { recordEdit, recordNotedEdits } from '#sync-server/db/changes/changes-queries.ts';
import type { CourseFields } from '#sync-server/db/entity-columns.ts';
import { liveCourses, liveLessons, liveModules } from '#sync-server/db/live-rows.ts';
import type { CourseRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { assembleOwnCourse } from './assemble-admin-course.ts';
import type { EditCall } from './edit-call.ts';
import { requireFreeId, requireRow } from './edited-queries.ts';
import { trashCourse } from './remove-queries.ts';

/** The last path segment of the new-course page, used in place of a course id. */
const PLACEHOLDER_ID = 'new';

interface CourseReply {
  readonly course: AdminCourse;
}

/** Inserts a new course, unpublished, after all others. Throws ApiError 409 `id_taken`. */
export async function createCourse(
  trx: Trx,
  { input, at }: EditCall<CreateCourseInput>,
): Promise<CourseReply> {
  const { id = uuidv7(), title, description, instructor } = input;
  if (id === PLACEHOLDER_ID) {
    throw new ApiError('invalid_input', { fields: { id: serverMessages.courseIdReserved } });
  }
  await requireFreeId(trx, 'course', id);
  const siblings = await trx.selectFrom(liveCourses).select('position').execute();
  const position = newPosition(undefined, siblings);
  const fresh: CourseRow = {
    ...courseEntity.defaults,
    ...{ id, position, title, description, instructor },
    ...{ version: 1, revision: 1, createdAt: at, updatedAt: at },
  };
  const row = { ...fresh, ...changedFields<CourseRow>(fresh, givenFields(input)) };
  await trx.insertInto('courses').values(row).execute();
  await recordEdit(trx, { courseId: id, at }, []);
  return { course: assembleOwnCourse(row) };
}

/** Changes the given fields, as {@link changeCourse} does. */
export async function updateCourse(
  trx: Trx,
  { input, targetId, ifMatch, at }: EditCall<UpdateCourseInput>,
): Promise<CourseReply> {
  const row = await getCourseRow(trx, targetId);
  await requireVersion(row, ifMatch, async () => assembleOwnCourse(row));
  const fields = givenFields(input);
  const changed = await changeCourse(trx, row, { fields: { ...timesRemovedBy(row, fields), ...fields }, at });
  // More codes than a lower limit asks for: the next fall below it is a crossing.
  if (input.lowCodesBelow !== undefined) await noteMoreCodes(trx, { courseId: targetId, at });
  return { course: assembleOwnCourse(changed) };
}

interface CourseChange {
  readonly fields: { readonly [Name in keyof CourseFields]?: CourseFields[Name] | undefined };
  /** ISO time. */
  readonly at: string;
}

/**
 * Changes the given fields and returns the course with them. Publishing requires modules that all have lessons, otherwise
 * 409 `course_incomplete`; a course that is already public may be saved whatever it contains. A template is neither
 * published nor scheduled, and a published course has no time to be published: 409, or 400 for two times in the wrong
 * order.
 */
export async function changeCourse(
  trx: Trx,
  row: CourseRow,
  { fields, at }: CourseChange,
): Promise<CourseRow> {
  const changed = changedFields<CourseRow>(row, fields);
  if (changed === null) return row;
  if (changed.status === 'published') await requireComplete(trx, row.id);
  const version = row.version + 1;
  const after = { ...row, ...changed, version, updatedAt: at };
  if (after.status === 'published' && after.isTemplate === 1)
    throw new ApiError(changed.isTemplate === 1 ? 'template_published' : 'course_is_template');
  // A schedule with a problem is corrected when its time comes.
  if (findScheduleProblem(row) === null) requireSchedule(after, changed);
  await trx
    .updateTable('courses')
    .set({ ...changed, version })
    .where('id', '=', row.id)
    .execute();
  await recordEdit(trx, { courseId: row.id, at }, []);
  return after;
}

function requireSchedule(after: CourseRow, changed: Partial<CourseRow>): void {
  switch (findScheduleProblem(after)) {
    case 'isTemplate':
      throw new ApiError(changed.isTemplate === 1 ? 'template_scheduled' : 'schedule_of_template');
    case 'isPublished':
      throw new ApiError('schedule_of_published');
    case 'order': {
      const message = adminMessages.scheduleOrder;
      throw new ApiError('invalid_input', { message, fields: { unpublishAt: message } });
    }
    case null:
  }
}

/** The fields of an input as they are stored: an empty address is none. */
function givenFields<Input extends CreateCourseInput | UpdateCourseInput>({ thumbnail, ...rest }: Input) {
  return { ...rest, ...(thumbnail === undefined ? {} : { thumbnail: thumbnail || null }) };
}

/** Moves an unpublished course to the trash; 409 `course_published` otherwise. */
export async function deleteCourse(trx: Trx, { targetId, ifMatch, callerId, at }: EditCall<undefined>) {
  const row = await getCourseRow(trx, targetId);
  await requireVersion(row, ifMatch, async () => assembleOwnCourse(row));
  if (row.status === 'published') throw new ApiError('course_published');
  await trashCourse(trx, { courseId: targetId, deletedBy: callerId, at });
  return { success: true as const };
}

/** Returns a course with what this transaction has changed in it. Throws ApiError 404. */
export async function getCourseRow(trx: Trx, courseId: string): Promise<CourseRow> {
  // Until then `updatedAt` is the time of an earlier edit.
  await recordNotedEdits(trx);
  const row = await trx.selectFrom(liveCourses).selectAll().where('id', '=', courseId).executeTakeFirst();
  return requireRow(row, 'course_not_found');
}

async function requireComplete(trx: Trx, courseId: string): Promise<void> {
  if (!isComplete({ modules: await listExtent(trx, courseId) })) throw new ApiError('course_incomplete');
}

/** The modules of a course in no order, each with as many lessons as it has. */
export async function listExtent(trx: Trx, courseId: string) {
  const modules = await trx
    .selectFrom(liveModules)
    .select(['id', 'title'])
    .where('courseId', '=', courseId)
    .execute();
  const lessons = await trx
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select('lessons.moduleId')
    .where('modules.courseId', '=', courseId)
    .execute();
  return modules.map(({ id, title }) => ({
    title,
    lessons: lessons.filter((lesson) => lesson.moduleId === id),
  }));
}
