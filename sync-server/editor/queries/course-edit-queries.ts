import { v7 as uuidv7 } from 'uuid';
import { isComplete } from '#schema/courses/completeness.ts';
import type { AdminCourse, CreateCourseInput, UpdateCourseInput } from '#schema/editor/editor.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { liveCourses, liveLessons, liveModules } from '#sync-server/db/live-rows.ts';
import type { CourseRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { assembleOwnCourse } from './assemble-admin-course.ts';
import type { EditCall } from './edit-call.ts';
import { recordEdit, requireFreeId, requireRow } from './edited-queries.ts';
import { trashCourse } from './remove-queries.ts';
import { changedFields, placeOf, requireVersion } from './row-rules.ts';

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
  const position = placeOf(
    undefined,
    siblings.map((sibling) => sibling.position),
  );
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

/**
 * Changes the given fields. Publishing requires modules that all have lessons, otherwise 409
 * `course_incomplete`. A course that is already public may be saved whatever it contains.
 */
export async function updateCourse(
  trx: Trx,
  { input, targetId, ifMatch, at }: EditCall<UpdateCourseInput>,
): Promise<CourseReply> {
  const row = await getRow(trx, targetId);
  await requireVersion(row, ifMatch, async () => assembleOwnCourse(row));
  const changed = changedFields<CourseRow>(row, givenFields(input));
  if (changed === null) return { course: assembleOwnCourse(row) };
  if (changed.status === 'published') await requireComplete(trx, targetId);
  const after = { ...row, ...changed };
  if (after.status === 'published' && after.isTemplate === 1)
    throw new ApiError(changed.isTemplate === 1 ? 'template_published' : 'course_is_template');
  const version = row.version + 1;
  await trx
    .updateTable('courses')
    .set({ ...changed, version })
    .where('id', '=', targetId)
    .execute();
  await recordEdit(trx, { courseId: targetId, at }, []);
  return { course: assembleOwnCourse({ ...row, ...changed, version, updatedAt: at }) };
}

/** The fields of an input as they are stored: an empty address is none. */
function givenFields({ thumbnail, ...rest }: CreateCourseInput | UpdateCourseInput) {
  return { ...rest, ...(thumbnail === undefined ? {} : { thumbnail: thumbnail || null }) };
}

/** Moves an unpublished course to the trash; 409 `course_published` otherwise. */
export async function deleteCourse(trx: Trx, { targetId, ifMatch, callerId, at }: EditCall<undefined>) {
  const row = await getRow(trx, targetId);
  await requireVersion(row, ifMatch, async () => assembleOwnCourse(row));
  if (row.status === 'published') throw new ApiError('course_published');
  await trashCourse(trx, { courseId: targetId, deletedBy: callerId, at });
  return { success: true as const };
}

async function getRow(trx: Trx, courseId: string): Promise<CourseRow> {
  const row = await trx.selectFrom(liveCourses).selectAll().where('id', '=', courseId).executeTakeFirst();
  return requireRow(row, 'course_not_found');
}

async function requireComplete(trx: Trx, courseId: string): Promise<void> {
  const modules = await trx.selectFrom(liveModules).select('id').where('courseId', '=', courseId).execute();
  const lessons = await trx
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select('lessons.moduleId')
    .where('modules.courseId', '=', courseId)
    .execute();
  const outline = modules.map(({ id }) => ({
    lessons: lessons.filter((lesson) => lesson.moduleId === id),
  }));
  if (!isComplete({ modules: outline })) throw new ApiError('course_incomplete');
}
