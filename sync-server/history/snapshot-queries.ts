import { byPosition } from '#schema/courses/position.ts';
import type { DeletedResource, RevisionFields } from '#schema/editor/history.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import {
  columnsOf,
  courseColumns,
  lessonColumns,
  moduleColumns,
  questionColumns,
  quizColumns,
  resourceColumns,
} from '../db/entity-columns.ts';
import { liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { lessonFieldsOf } from '../db/row-fields.ts';
import type { PartKind } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { listQuizCopies, listQuizCopy } from './quiz-snapshot-queries.ts';

/** The editable kinds of rows in a course. */
export type CoursePart = PartKind;

/** A row as shown in the history. */
export interface Snapshot {
  readonly entity: CoursePart;
  readonly id: string;
  readonly courseId: string;
  readonly title: string;
  readonly version: number;
  readonly fields: RevisionFields;
  /** What sentences about it say besides: the use of a quiz, and of that of a question. */
  readonly marks?: RevisionFields;
}

/** Returns the row in its current state within this transaction; undefined when there is none. */
export function findSnapshot(trx: Trx, entity: CoursePart, id: string): Promise<Snapshot | undefined> {
  switch (entity) {
    case 'course':
      return findCourse(trx, id);
    case 'module':
      return findModule(trx, id);
    case 'lesson':
      return findLesson(trx, id);
    case 'resource':
      return findResource(trx, id);
    case 'quiz':
      return findQuiz(trx, id);
    case 'question':
      return findQuestion(trx, id);
  }
}

/** Returns the whole lessons of a course or module and the questions of a quiz, which are deleted with it. */
export async function listSnapshotsInside(trx: Trx, entity: CoursePart, id: string): Promise<Snapshot[]> {
  if (entity === 'quiz') return listQuestionSnapshots(trx, id);
  if (entity !== 'course' && entity !== 'module') return [];
  const column = entity === 'course' ? 'modules.courseId' : 'modules.id';
  const rows = await selectLessons(trx).where(column, '=', id).execute();
  return rows.map(lessonSnapshot);
}

/**
 * Adds to the snapshots of deleted rows what their restoration reads: to lessons their resources and quizzes, to a quiz
 * itself with its questions.
 */
export async function withParts(trx: Trx, snapshots: readonly Snapshot[]): Promise<Snapshot[]> {
  const [first] = snapshots;
  if (first?.entity === 'quiz') {
    const quizzes = JSON.stringify(await listQuizCopy(trx, first.id));
    return snapshots.with(0, { ...first, fields: { ...first.fields, quizzes } });
  }
  const lessons = snapshots.filter(({ entity }) => entity === 'lesson');
  if (lessons.length === 0) return [...snapshots];
  const rows = await trx
    .selectFrom('resources')
    .select(['id', 'lessonId', 'title', 'type', 'url', 'fileId', 'position'])
    .where(
      'lessonId',
      'in',
      lessons.map(({ id }) => id),
    )
    .execute();
  const copies = await listQuizCopies(
    trx,
    lessons.map(({ id }) => id),
  );
  return snapshots.map((snapshot) => {
    const own = rows.filter(({ lessonId }) => lessonId === snapshot.id).sort(byPosition);
    const quizzes = copies.get(snapshot.id) ?? [];
    if (snapshot.entity !== 'lesson' || own.length + quizzes.length === 0) return snapshot;
    const resources = own.map(({ id: _, lessonId: __, ...resource }): DeletedResource => resource);
    const parts = {
      ...(own.length > 0 && { resources: JSON.stringify(resources) }),
      ...(quizzes.length > 0 && { quizzes: JSON.stringify(quizzes) }),
    };
    return { ...snapshot, fields: { ...snapshot.fields, ...parts } };
  });
}

async function findLesson(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const [row] = await lessonOf(trx, { id });
  return row && lessonSnapshot(row);
}

async function findCourse(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const row = await trx
    .selectFrom(liveCourses)
    .select([...courseColumns, 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { version, ...fields } = row;
  return { entity: 'course', id, courseId: id, title: row.title, version, fields };
}

async function findModule(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const row = await trx
    .selectFrom(liveModules)
    .select([...moduleColumns, 'version', 'courseId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { version, courseId, ...fields } = row;
  return { entity: 'module', id, courseId, title: row.title, version, fields };
}

const selectLessons = (db: Db) =>
  db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .leftJoin('lessonContents', 'lessonContents.lessonId', 'lessons.id')
    .select(columnsOf('lessons', lessonColumns))
    .select(['lessons.id', 'lessons.videoFileId', 'lessons.version'])
    .select(['modules.courseId', 'lessonContents.content']);

const lessonOf = compiledOnce((db, value: ValueOf<{ id: string }>) =>
  selectLessons(db).where('lessons.id', '=', value('id')),
);

type LessonRow = Awaited<ReturnType<ReturnType<typeof selectLessons>['executeTakeFirstOrThrow']>>;

/** An own file is stored by its unsigned address, which does not change over time. */
const unsigned = (fileId: string): string => `/media/${fileId}`;

export function lessonSnapshot(row: LessonRow): Snapshot {
  const { id, version, courseId, title } = row;
  const fields = lessonFieldsOf(row, unsigned);
  return { entity: 'lesson', id, courseId, title, version, fields };
}

async function findResource(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const row = await trx
    .selectFrom('resources')
    .innerJoin(liveLessons, 'lessons.id', 'resources.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(columnsOf('resources', resourceColumns))
    .select(['resources.lessonId', 'resources.fileId', 'resources.version', 'modules.courseId'])
    .where('resources.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { version, courseId, lessonId, fileId, ...fields } = row;
  const url = fileId === null ? row.url : unsigned(fileId);
  return {
    entity: 'resource',
    id,
    courseId,
    title: row.title,
    version,
    fields: { ...fields, lessonId, url },
  };
}

async function findQuiz(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const row = await trx
    .selectFrom('quizzes')
    .innerJoin(liveLessons, 'lessons.id', 'quizzes.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(columnsOf('quizzes', quizColumns))
    .select(['quizzes.use', 'quizzes.lessonId', 'quizzes.version', 'modules.courseId'])
    .where('quizzes.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { version, courseId, ...fields } = row;
  return { entity: 'quiz', id, courseId, title: row.title, version, fields, marks: { use: row.use } };
}

/** Its title is that of its quiz. */
async function findQuestion(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const row = await selectQuestionSnapshots(trx).where('questions.id', '=', id).executeTakeFirst();
  return row && questionSnapshot(row);
}

/** The questions of a quiz, which are deleted with it. */
async function listQuestionSnapshots(trx: Trx, quizId: string): Promise<Snapshot[]> {
  const rows = await selectQuestionSnapshots(trx).where('questions.quizId', '=', quizId).execute();
  return rows.map(questionSnapshot);
}

const selectQuestionSnapshots = (db: Db) =>
  db
    .selectFrom('questions')
    .innerJoin('quizzes', 'quizzes.id', 'questions.quizId')
    .innerJoin(liveLessons, 'lessons.id', 'quizzes.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(columnsOf('questions', questionColumns))
    .select(['questions.id', 'questions.kind', 'questions.quizId', 'questions.version'])
    .select(['quizzes.title', 'quizzes.use', 'modules.courseId']);

type QuestionSnapshotRow = Awaited<
  ReturnType<ReturnType<typeof selectQuestionSnapshots>['executeTakeFirstOrThrow']>
>;

function questionSnapshot({ id, version, courseId, title, use, ...fields }: QuestionSnapshotRow): Snapshot {
  return { entity: 'question', id, courseId, title, version, fields, marks: { use } };
}
