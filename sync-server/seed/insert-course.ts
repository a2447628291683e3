import { generateNKeysBetween } from 'fractional-indexing';
import { insertBatch, insertNewCodes, newBatch } from '../codes/batch-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { touchCourse } from '../db/changes/counters-queries.ts';
import type { Change } from '../db/changes/noted-edits.ts';
import { insertPartCopies } from '../db/parts/part-copies.ts';
import type { Part } from '../db/parts/part-queries.ts';
import type { Trx } from '../db/transaction.ts';
import { insertFile } from '../media/file-queries.ts';
import type { PreparedCourse } from './prepare-course.ts';

interface Position {
  /** A fractional key among its siblings. */
  readonly position: string;
}

interface Placement extends Position {
  /** ISO time. */
  readonly createdAt: string;
}

type PreparedModule = PreparedCourse['modules'][number];
type PreparedLesson = PreparedModule['lessons'][number];

/** Inserts a course with its content; must run in the transaction of the whole seed. */
export async function insertCourse(trx: Trx, course: PreparedCourse, placement: Placement): Promise<void> {
  const { position, createdAt } = placement;
  const { modules, files, codes, ...fields } = course;
  for (const file of files) await insertFile(trx, file);
  await trx
    .insertInto('courses')
    .values({ ...fields, position, version: 1, revision: 1, createdAt, updatedAt: createdAt })
    .execute();
  const positions = generateNKeysBetween(null, null, modules.length);
  const quizzes: Part[] = [];
  for (const [i, module] of modules.entries()) {
    quizzes.push(...(await insertModule(trx, course.id, { module, position: positions[i] ?? '' })));
  }
  await insertCodes(trx, course.id, { codes, createdAt });
  await touchCourse(trx, course.id);
  const { id: courseId } = course;
  const added = quizzes.map((row): Change => ({ ...row, courseId }));
  await recordChanges(trx, createdAt, [...changesOf(course), ...added]);
}

/** The course and everything that learners retain of it. */
function changesOf({ id: courseId, modules }: PreparedCourse): Change[] {
  const lessons = modules.flatMap((module) => module.lessons);
  const resources = lessons.flatMap((lesson) => lesson.resources);
  return [
    { kind: 'course', id: courseId, courseId },
    ...modules.map(({ id }): Change => ({ kind: 'module', id, courseId })),
    ...lessons.map(({ id }): Change => ({ kind: 'lesson', id, courseId })),
    ...resources.map(({ id }): Change => ({ kind: 'resource', id, courseId })),
  ];
}

async function insertModule(
  trx: Trx,
  courseId: string,
  { module, position }: Position & { module: PreparedModule },
): Promise<Part[]> {
  const { lessons, ...fields } = module;
  await trx
    .insertInto('modules')
    .values({ ...fields, courseId, position, version: 1 })
    .execute();
  const positions = generateNKeysBetween(null, null, lessons.length);
  const quizzes: Part[] = [];
  for (const [i, lesson] of lessons.entries()) {
    quizzes.push(
      ...(await insertLesson(
        trx,
        { moduleId: module.id, courseId },
        { lesson, position: positions[i] ?? '' },
      )),
    );
  }
  return quizzes;
}

async function insertLesson(
  trx: Trx,
  { moduleId, courseId }: { readonly moduleId: string; readonly courseId: string },
  { lesson, position }: Position & { lesson: PreparedLesson },
): Promise<Part[]> {
  const { content, resources, quizzes = [], ...fields } = lesson;
  await trx
    .insertInto('lessons')
    .values({ ...fields, moduleId, position, version: 1 })
    .execute();
  await trx.insertInto('lessonContents').values({ lessonId: lesson.id, content }).execute();
  const positions = generateNKeysBetween(null, null, resources.length);
  for (const [i, resource] of resources.entries()) {
    const row = { ...resource, lessonId: lesson.id, position: positions[i] ?? '', version: 1 };
    await trx.insertInto('resources').values(row).execute();
  }
  return insertPartCopies(trx, { kind: 'lesson', id: lesson.id, courseId }, { quizzes });
}

async function insertCodes(
  trx: Trx,
  courseId: string,
  { codes, createdAt }: { codes: readonly string[]; createdAt: string },
): Promise<void> {
  if (codes.length === 0) return;
  const batch = `${courseId}-demo`;
  await insertBatch(trx, { ...newBatch, id: batch, courseId, createdAt, count: codes.length, name: 'Demo' });
  await insertNewCodes(trx, { courseId, batch, codes, at: createdAt });
}
