import type { PulledCourse, PulledLesson, PulledModule, PulledResource } from '#schema/sync/pull.ts';
import { noCodes } from '../codes/code-queries.ts';
import { type FileAddress, lessonFieldsOf, resourceFieldsOf } from '../courses/row-fields.ts';
import { columnsOf, lessonColumns, moduleColumns, resourceColumns } from '../db/entity-columns.ts';
import type { CourseRow } from '../db/tables.ts';
import type { ReadTrx } from '../db/transaction.ts';
import type { PageIds } from './change-queries.ts';

/**
 * Courses of a page, with the numbers of their learners and, at `codesAt` (ISO time, null: omitted), of their
 * codes.
 */
export async function listPulledCourses(
  trx: ReadTrx,
  ids: PageIds,
  codesAt: string | null,
): Promise<PulledCourse[]> {
  const courses = await trx.selectFrom('courses').selectAll().where('id', 'in', ids(trx, 'course')).execute();
  const enrolments = await trx
    .selectFrom('activations')
    .select((eb) => ['courseId', eb.fn.countAll<number>().as('count')])
    .where('courseId', 'in', ids(trx, 'course'))
    .groupBy('courseId')
    .execute();
  const learners = new Map(enrolments.map((row) => [row.courseId, Number(row.count)]));
  const codes = codesAt === null ? null : await countCodes(trx, ids, codesAt);
  return courses.map((course) => ({
    ...courseFields(course),
    enrollmentCount: learners.get(course.id) ?? 0,
    ...(codes === null ? {} : { codeStats: codes.get(course.id) ?? noCodes }),
  }));
}

function courseFields(row: CourseRow) {
  const { revision: _, ...fields } = row;
  return fields;
}

async function countCodes(trx: ReadTrx, ids: PageIds, at: string) {
  const rows = await trx
    .selectFrom('activationCodes')
    .select((eb) => [
      'courseId',
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>('usedBy').as('used'),
      eb.fn
        .countAll<number>()
        .filterWhere('usedBy', 'is', null)
        .filterWhere('revokedAt', 'is', null)
        .filterWhere((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', at)]))
        .as('unused'),
    ])
    .where('courseId', 'in', ids(trx, 'course'))
    .groupBy('courseId')
    .execute();
  return new Map(
    rows.map(({ courseId, total, used, unused }) => [
      courseId,
      { total: Number(total), unused: Number(unused), used: Number(used) },
    ]),
  );
}

export function listPulledModules(trx: ReadTrx, ids: PageIds): Promise<PulledModule[]> {
  return trx
    .selectFrom('modules')
    .select(['id', 'courseId', 'version', ...moduleColumns])
    .where('id', 'in', ids(trx, 'module'))
    .execute();
}

/** Lessons of a page with their HTML; `addressOf` returns the address of an own video. */
export async function listPulledLessons(
  trx: ReadTrx,
  ids: PageIds,
  addressOf: FileAddress,
): Promise<PulledLesson[]> {
  const rows = await trx
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
    .leftJoin('lessonContents', 'lessonContents.lessonId', 'lessons.id')
    .leftJoin('files', 'files.id', 'lessons.videoFileId')
    .select(['lessons.id', 'modules.courseId', 'lessons.moduleId', 'lessons.version', 'lessons.videoFileId'])
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
export async function listPulledResources(
  trx: ReadTrx,
  ids: PageIds,
  addressOf: FileAddress,
): Promise<PulledResource[]> {
  const rows = await trx
    .selectFrom('resources')
    .innerJoin('lessons', 'lessons.id', 'resources.lessonId')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
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

export function listPulledActivations(trx: ReadTrx, userId: string, ids: PageIds) {
  return trx
    .selectFrom('activations')
    .select(['courseId', 'activatedAt'])
    .where('userId', '=', userId)
    .where('courseId', 'in', ids(trx, 'activation'))
    .execute();
}

export function listPulledProgress(trx: ReadTrx, userId: string, ids: PageIds) {
  return trx
    .selectFrom('progress')
    .select(['lessonId', 'completedAt', 'completedUpdatedAt', 'positionSeconds', 'positionUpdatedAt'])
    .where('userId', '=', userId)
    .where('lessonId', 'in', ids(trx, 'progress'))
    .execute();
}
