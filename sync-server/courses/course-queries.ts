import type { Course, CourseStatus } from '#schema/courses/course.ts';
import type { CourseContent } from '#schema/courses/course-content.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import { liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { FileAddress } from '../db/row-fields.ts';
import { assembleContent, assembleOutline } from './assemble-course.ts';
import { countLearners } from './count-queries.ts';
import { listLearnersParts } from './quiz-queries.ts';

/** Determines who may see a course, and which of its cached replies is current. */
interface CourseState {
  readonly status: CourseStatus;
  /** Incremented by every edit of the course and its content; not by enrolments. */
  readonly revision: number;
}

/** The state of a course for one user. */
export interface CourseAccess extends CourseState {
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
  const [row] = await accessOf(db, { courseId, userId });
  return row && { status: row.status, revision: row.revision, isActivated: row.userId !== null };
}

const accessOf = compiledOnce((db, value: ValueOf<{ courseId: string; userId: string | null }>) =>
  db
    .selectFrom(liveCourses)
    .leftJoin('activations', (join) =>
      join
        .onRef('activations.courseId', '=', 'courses.id')
        .on('activations.userId', '=', value('userId'))
        .on('activations.revokedAt', 'is', null),
    )
    .select(['courses.status', 'courses.revision', 'activations.userId'])
    .where('courses.id', '=', value('courseId')),
);

/** Also of an unpublished course; undefined for a deleted one. */
export async function findCourseTitle(db: Db, courseId: string): Promise<string | undefined> {
  const row = await db.selectFrom(liveCourses).select('title').where('id', '=', courseId).executeTakeFirst();
  return row?.title;
}

interface OutlineState extends CourseState {
  /** How many users unlocked it: a part of its outline. */
  readonly learners: number;
}

/** Returns the state of a course's outline, in one query, because visitors read it; undefined when there is none. */
export async function findOutlineState(db: Db, courseId: string): Promise<OutlineState | undefined> {
  const [row] = await outlineStates(db, { courseId });
  return row && { ...row, learners: Number(row.learners ?? 0) };
}

const outlineStates = compiledOnce((db, value: ValueOf<{ courseId: string }>) =>
  db
    .selectFrom(liveCourses)
    .leftJoin('activationCounts', (join) =>
      join.onRef('activationCounts.key', '=', 'courses.id').on('activationCounts.kind', '=', 'course'),
    )
    .select(['courses.status', 'courses.revision', 'activationCounts.count as learners'])
    .where('courses.id', '=', value('courseId')),
);

/** A course of the catalogue, with what its outline and the number of its learners are known by. */
export interface PublishedCourse {
  readonly id: string;
  readonly position: string;
  readonly revision: number;
  readonly learners: number;
}

interface PublishedPage {
  /** Null: from the first. */
  readonly after: Pick<PublishedCourse, 'position' | 'id'> | null;
  readonly limit: number;
}

/**
 * The published courses in the order of the catalogue, or a page of them: read from an index, in its order. Positions
 * and ids are ASCII, which SQLite compares as `byPosition` does.
 */
export async function listPublished(db: Db, page: PublishedPage | null = null): Promise<PublishedCourse[]> {
  const all = db
    .selectFrom(liveCourses)
    .leftJoin('activationCounts', (join) =>
      join.onRef('activationCounts.key', '=', 'courses.id').on('activationCounts.kind', '=', 'course'),
    )
    .select(['courses.id', 'courses.position', 'courses.revision', 'activationCounts.count'])
    .where('courses.status', '=', 'published')
    .orderBy('courses.position')
    .orderBy('courses.id');
  const after = page?.after ?? null;
  const rest =
    after === null
      ? all
      : all.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('courses.position', 'courses.id'), '>', tuple(after.position, after.id)),
        );
  const rows = await (page === null ? rest : rest.limit(page.limit)).execute();
  return rows.map(({ count, ...course }) => ({ ...course, learners: Number(count ?? 0) }));
}

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
  const parts = await listLearnersParts(db, courseId);
  return { ...assembleContent({ ...rows, contents, resources, files }, addressOf), ...parts };
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
