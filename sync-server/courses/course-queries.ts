import type { Course, CourseContent, CourseStatus } from '#schema/courses/course.ts';
import { byPosition } from '#schema/courses/position.ts';
import type { Db } from '../db/open.ts';
import { assembleContent, assembleOutline } from './assemble-course.ts';
import type { FileAddress } from './row-fields.ts';

/** Determines who may see a course, and which of its cached replies is current. */
export interface CourseAccess {
  readonly status: CourseStatus;
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
      .selectFrom('courses')
      .select(['status', 'revision'])
      .where('id', '=', courseId)
      .executeTakeFirst();
    return row && { ...row, isActivated: false };
  }
  const row = await db
    .selectFrom('courses')
    .leftJoin('activations', (join) =>
      join.onRef('activations.courseId', '=', 'courses.id').on('activations.userId', '=', userId),
    )
    .select(['courses.status', 'courses.revision', 'activations.userId'])
    .where('courses.id', '=', courseId)
    .executeTakeFirst();
  return row && { status: row.status, revision: row.revision, isActivated: row.userId !== null };
}

/** Returns every published course in outline, in the order of the catalogue. */
export async function listPublishedCourses(db: Db): Promise<Course[]> {
  const courses = await db.selectFrom('courses').selectAll().where('status', '=', 'published').execute();
  const modules = await db
    .selectFrom('modules')
    .innerJoin('courses', 'courses.id', 'modules.courseId')
    .selectAll('modules')
    .where('courses.status', '=', 'published')
    .execute();
  const lessons = await db
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
    .innerJoin('courses', 'courses.id', 'modules.courseId')
    .selectAll('lessons')
    .where('courses.status', '=', 'published')
    .execute();
  const counts = await db
    .selectFrom('activations')
    .select((eb) => ['courseId', eb.fn.countAll<number>().as('count')])
    .groupBy('courseId')
    .execute();
  const enrolments = new Map(counts.map((row) => [row.courseId, Number(row.count)]));
  return courses
    .sort(byPosition)
    .map((course) =>
      assembleOutline({ course, modules, lessons, enrollmentCount: enrolments.get(course.id) ?? 0 }),
    );
}

/** Returns one course in outline, whatever its status. Throws when there is none. */
export async function getOutline(db: Db, courseId: string): Promise<Course> {
  return assembleOutline(await getOutlineRows(db, courseId));
}

/** Returns one course with whole lessons; `addressOf` returns the address of an own file. */
export async function getContent(db: Db, courseId: string, addressOf: FileAddress): Promise<CourseContent> {
  const rows = await getOutlineRows(db, courseId);
  const lessonsOfCourse = db
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
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

async function getOutlineRows(db: Db, courseId: string) {
  const course = await db
    .selectFrom('courses')
    .selectAll()
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow();
  const modules = await db.selectFrom('modules').selectAll().where('courseId', '=', courseId).execute();
  const lessons = await db
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
    .selectAll('lessons')
    .where('modules.courseId', '=', courseId)
    .execute();
  const { count } = await db
    .selectFrom('activations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('courseId', '=', courseId)
    .executeTakeFirstOrThrow();
  return { course, modules, lessons, enrollmentCount: Number(count) };
}
