import type { Course, CourseContent, CourseStatus } from '#schema/courses/course.ts';
import { byPosition } from '#schema/courses/position.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import { liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { assembleContent, assembleOutline } from './assemble-course.ts';
import type { FileAddress } from './row-fields.ts';

/** Determines who may see a course, and which of its cached replies is current. */
export interface CourseAccess {
  readonly status: CourseStatus;
  /** Incremented by every edit of the course and its content; not by enrolments. */
  readonly revision: number;
  readonly isActivated: boolean;
}

/**
 * Returns the access of one user (or, with null, of a visitor) to a course; undefined when there is no such
 * course.
 */
export async function findCourseAccess(
  db: Db,
  courseId: string,
  userId: string | null,
): Promise<CourseAccess | undefined> {
  if (userId === null) {
    const row = await db
      .selectFrom(liveCourses)
      .select(['status', 'revision'])
      .where('id', '=', courseId)
      .executeTakeFirst();
    return row && { ...row, isActivated: false };
  }
  const row = await db
    .selectFrom(liveCourses)
    .leftJoin('activations', (join) =>
      join.onRef('activations.courseId', '=', 'courses.id').on('activations.userId', '=', userId),
    )
    .select(['courses.status', 'courses.revision', 'activations.userId'])
    .where('courses.id', '=', courseId)
    .executeTakeFirst();
  return row && { status: row.status, revision: row.revision, isActivated: row.userId !== null };
}

/** The published courses in the order of the catalogue. */
export async function listPublished(db: Db): Promise<{ readonly id: string; readonly revision: number }[]> {
  const courses = await db
    .selectFrom(liveCourses)
    .select(['id', 'revision', 'position'])
    .where('status', '=', 'published')
    .execute();
  return courses.sort(byPosition);
}

/** How many users unlocked a course, which must not be a deleted one. */
export async function countLearners(db: Db, courseId: string): Promise<number> {
  const [row] = await learnersOf(db, { courseId });
  return Number(row?.count ?? 0);
}

const learnersOf = compiledOnce((db, value: ValueOf<{ courseId: string }>) =>
  db
    .selectFrom('activations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('courseId', '=', value('courseId')),
);

/** Returns one course in outline, whatever its status; undefined when there is none. */
export async function findOutline(db: Db, courseId: string): Promise<Course | undefined> {
  const rows = await findOutlineRows(db, courseId);
  return rows && assembleOutline(rows);
}

/**
 * Returns one course with whole lessons; undefined when there is none. `addressOf` returns the address of an own file.
 */
export async function findContent(
  db: Db,
  courseId: string,
  addressOf: FileAddress,
): Promise<CourseContent | undefined> {
  const rows = await findOutlineRows(db, courseId);
  if (rows === undefined) return undefined;
  const lessonsOfCourse = db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select('lessons.id')
    .where('modules.courseId', '=', courseId);
  const contents = await db
    .selectFrom('lessonContents')
    .selectAll()
    .where('lessonId', 'in', lessonsOfCourse)
    .execute();
  const resources = await db
    .selectFrom('resources')
    .selectAll()
    .where('lessonId', 'in', lessonsOfCourse)
    .execute();
  const fileIds = [...rows.lessons.map((lesson) => lesson.videoFileId), ...resources.map((r) => r.fileId)];
  const files = await db
    .selectFrom('files')
    .selectAll()
    .where(
      'id',
      'in',
      fileIds.filter((id) => id !== null),
    )
    .execute();
  return assembleContent({ ...rows, contents, resources, files }, addressOf);
}

async function findOutlineRows(db: Db, courseId: string) {
  const course = await db.selectFrom(liveCourses).selectAll().where('id', '=', courseId).executeTakeFirst();
  if (course === undefined) return undefined;
  const modules = await db.selectFrom(liveModules).selectAll().where('courseId', '=', courseId).execute();
  const lessons = await db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .selectAll('lessons')
    .where('modules.courseId', '=', courseId)
    .execute();
  return { course, modules, lessons, enrollmentCount: await countLearners(db, courseId) };
}
