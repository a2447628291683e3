import { compiledOnce, type ValueOf } from '#sync-server/db/compiled-once.ts';
import { allLessonColumns, allResourceColumns, columnsOf } from '#sync-server/db/entity-columns.ts';
import { liveCourses, liveLessons, liveModules } from '#sync-server/db/live-rows.ts';
import type { Db } from '#sync-server/db/open.ts';

/** The scope of a read: one course, one module, or one lesson. */
export interface Scope {
  readonly courseId?: string;
  readonly moduleId?: string;
  readonly lessonId?: string;
}

export type AdminLessonRow = Awaited<ReturnType<typeof listLessonRows>>[number];
export type AdminResourceRow = Awaited<ReturnType<typeof listResourceRows>>[number];

/** Lessons with their HTML, the size of their own video, and their course. */
export function listLessonRows(db: Db, { courseId, moduleId, lessonId }: Scope) {
  if (lessonId !== undefined) return lessonRowsOf(db, { lessonId });
  let query = lessonRows(db);
  if (courseId !== undefined) query = query.where('modules.courseId', '=', courseId);
  if (moduleId !== undefined) query = query.where('lessons.moduleId', '=', moduleId);
  return query.execute();
}

const lessonRows = (db: Db) =>
  db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .leftJoin('lessonContents', 'lessonContents.lessonId', 'lessons.id')
    .leftJoin('files', 'files.id', 'lessons.videoFileId')
    .select(columnsOf('lessons', allLessonColumns))
    .select(['modules.courseId', 'lessonContents.content', 'files.sizeBytes as videoSizeBytes']);

const lessonRowsOf = compiledOnce((db, value: ValueOf<{ lessonId: string }>) =>
  lessonRows(db).where('lessons.id', '=', value('lessonId')),
);

/** Resources with the size and type of their own file, and their course. */
export function listResourceRows(db: Db, { courseId, moduleId, lessonId }: Scope) {
  if (lessonId !== undefined) return resourceRowsOf(db, { lessonId });
  let query = resourceRows(db);
  if (courseId !== undefined) query = query.where('modules.courseId', '=', courseId);
  if (moduleId !== undefined) query = query.where('lessons.moduleId', '=', moduleId);
  return query.execute();
}

const resourceRows = (db: Db) =>
  db
    .selectFrom('resources')
    .innerJoin(liveLessons, 'lessons.id', 'resources.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .leftJoin('files', 'files.id', 'resources.fileId')
    .select(columnsOf('resources', allResourceColumns))
    .select(['modules.courseId', 'files.sizeBytes', 'files.contentType']);

const resourceRowsOf = compiledOnce((db, value: ValueOf<{ lessonId: string }>) =>
  resourceRows(db).where('resources.lessonId', '=', value('lessonId')),
);

/** A course with its modules; undefined when there is none. */
export async function findOutlineRows(db: Db, courseId: string) {
  const course = await db.selectFrom(liveCourses).selectAll().where('id', '=', courseId).executeTakeFirst();
  if (course === undefined) return undefined;
  return {
    course,
    modules: await db.selectFrom(liveModules).selectAll().where('courseId', '=', courseId).execute(),
  };
}
