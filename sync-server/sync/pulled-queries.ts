import { pick } from '#schema/entities/by-name.ts';
import { adminCourseFields, courseEntity } from '#schema/entities/course-entity.ts';
import type { Attempt } from '#schema/quizzes/attempt.ts';
import type { PulledCourse, PulledLesson, PulledModule, PulledResource } from '#schema/sync/pulled-rows.ts';
import type { PlainKind, RowKind, RowOf } from '#schema/sync/row-kinds.ts';
import { countCodes } from '../activation/code-queries.ts';
import { countLearners } from '../courses/count-queries.ts';
import { attemptOf } from '../courses/quiz-queries.ts';
import { columnsOf, lessonColumns, moduleColumns, resourceColumns } from '../db/entity-columns.ts';
import { liveActivations, liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import { type FileAddress, lessonFieldsOf, resourceFieldsOf } from '../db/row-fields.ts';
import type { CourseRow } from '../db/tables.ts';
import type { ReadTrx } from '../db/transaction.ts';
import type { ReadContext } from '../editor/queries/admin-course-queries.ts';
import { findUser } from '../sessions/user-queries.ts';
import type { PageIds, Puller } from './change-queries.ts';

/**
 * Courses of a page, with the numbers of their learners and, at `codesAt` (ISO time, null: omitted), of their
 * codes. They are counted course by course, each from an index: a page may have hundreds of courses, and a course
 * hundreds of thousands of codes.
 */
async function listPulledCourses(
  trx: ReadTrx,
  ids: PageIds,
  codesAt: string | null,
): Promise<PulledCourse[]> {
  const courses = await trx
    .selectFrom(liveCourses)
    .selectAll()
    .where('id', 'in', ids(trx, 'course'))
    .execute();
  const pulled: PulledCourse[] = [];
  for (const course of courses) {
    const forRole =
      codesAt === null
        ? adminDefaults
        : { codeStats: await countCodes(trx, { courseId: course.id, at: codesAt }) };
    pulled.push({
      ...courseFields(course),
      enrollmentCount: await countLearners(trx, course.id),
      ...forRole,
    });
  }
  return pulled;
}

/** What learners receive instead of the fields for admins. */
const adminDefaults = pick(courseEntity.defaults, adminCourseFields);

function courseFields(row: CourseRow) {
  const { revision: _, ...fields } = row;
  return fields;
}

function listPulledModules(trx: ReadTrx, ids: PageIds): Promise<PulledModule[]> {
  return trx
    .selectFrom(liveModules)
    .select(['id', 'courseId', 'version', ...moduleColumns])
    .where('id', 'in', ids(trx, 'module'))
    .execute();
}

/** Lessons of a page with their HTML; `addressOf` returns the address of an own video. */
async function listPulledLessons(
  trx: ReadTrx,
  ids: PageIds,
  addressOf: FileAddress,
): Promise<PulledLesson[]> {
  const rows = await trx
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .leftJoin('lessonContents', 'lessonContents.lessonId', 'lessons.id')
    .leftJoin('files', 'files.id', 'lessons.videoFileId')
    .select(['lessons.id', 'modules.courseId', 'lessons.version', 'lessons.videoFileId'])
    .select(columnsOf('lessons', lessonColumns))
    .select(['lessonContents.content', 'files.sizeBytes as videoSizeBytes'])
    .where('lessons.id', 'in', ids(trx, 'lesson'))
    .execute();
  return rows.map(({ videoFileId, ...row }) => ({
    ...row,
    ...lessonFieldsOf({ ...row, videoFileId }, addressOf),
  }));
}

/** Resources of a page; `addressOf` returns the address of an own file. */
async function listPulledResources(
  trx: ReadTrx,
  ids: PageIds,
  addressOf: FileAddress,
): Promise<PulledResource[]> {
  const rows = await trx
    .selectFrom('resources')
    .innerJoin(liveLessons, 'lessons.id', 'resources.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .leftJoin('files', 'files.id', 'resources.fileId')
    .select(['resources.id', 'modules.courseId', 'resources.lessonId', 'resources.position'])
    .select(['resources.version', 'resources.fileId', 'files.sizeBytes', 'files.contentType'])
    .select(columnsOf('resources', resourceColumns))
    .where('resources.id', 'in', ids(trx, 'resource'))
    .execute();
  return rows.map(({ fileId, ...row }) => ({
    ...row,
    ...resourceFieldsOf({ ...row, fileId }, addressOf),
  }));
}

async function listPulledAttempts(trx: ReadTrx, userId: string, ids: PageIds): Promise<Attempt[]> {
  const rows = await trx
    .selectFrom('attempts')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', 'in', ids(trx, 'attempt'))
    .execute();
  return rows.map(attemptOf);
}

function listPulledActivations(trx: ReadTrx, userId: string, ids: PageIds) {
  return trx
    .selectFrom(liveActivations)
    .select(['courseId', 'activatedAt'])
    .where('userId', '=', userId)
    .where('courseId', 'in', ids(trx, 'activation'))
    .execute();
}

function listPulledProgress(trx: ReadTrx, userId: string, ids: PageIds) {
  return trx
    .selectFrom('progress')
    .innerJoin(liveLessons, 'lessons.id', 'progress.lessonId')
    .select(['lessonId', 'completedAt', 'completedUpdatedAt', 'positionSeconds', 'positionUpdatedAt'])
    .where('userId', '=', userId)
    .where('lessonId', 'in', ids(trx, 'progress'))
    .execute();
}

/** What a page is read with. */
export interface Source {
  readonly puller: Puller;
  readonly ids: PageIds;
  readonly readContext: ReadContext;
}

/** Reads the rows of a page, by their kind; those of parts of lessons are in db/parts/plain-parts.ts. */
export const pulledRows: {
  readonly [K in Exclude<RowKind, PlainKind>]: (trx: ReadTrx, source: Source) => Promise<RowOf<K>[]>;
} = {
  course: (trx, { ids, puller, readContext }) =>
    listPulledCourses(trx, ids, puller.scope === 'all' ? readContext.at : null),
  module: (trx, { ids }) => listPulledModules(trx, ids),
  lesson: (trx, { ids, readContext }) => listPulledLessons(trx, ids, readContext.addressOf),
  resource: (trx, { ids, readContext }) => listPulledResources(trx, ids, readContext.addressOf),
  progress: (trx, { ids, puller }) => listPulledProgress(trx, puller.userId, ids),
  attempt: (trx, { ids, puller }) => listPulledAttempts(trx, puller.userId, ids),
  activation: (trx, { ids, puller }) => listPulledActivations(trx, puller.userId, ids),
  user: async (trx, { puller }) => {
    const user = await findUser(trx, puller.userId);
    return user === undefined ? [] : [user];
  },
};
