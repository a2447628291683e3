import { importedId, importedQuizId } from '#schema/courses/imported-id.ts';
import type { AdminCourse, ImportCourseInput } from '#schema/editor/editor.ts';
import { given } from '#schema/editor/given.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { lessonEntity, lessonRowDefaults } from '#schema/entities/lesson-entity.ts';
import { moduleEntity } from '#schema/entities/module-entity.ts';
import { findProblem } from '#schema/quizzes/question-content.ts';
import { newPosition, requirePosition } from '#sync-server/courses/row-rules.ts';
import { recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { liveCourses } from '#sync-server/db/live-rows.ts';
import { versionOf } from '#sync-server/db/parts/plain-parts.ts';
import type { QuestionRow, QuizRow } from '#sync-server/db/quiz-tables.ts';
import { slicesOf } from '#sync-server/db/slices-of.ts';
import type { CourseRow, LessonRow, ModuleRow, ResourceRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { assembleOwnCourse } from './assemble-admin-course.ts';
import { requireFreeId } from './edited-queries.ts';

/** Fewer than the parameters that a query may have, whatever the columns. */
const ROWS_PER_INSERT = 50;

/** The HTML of a lesson and its quizzes, as they may be stored. */
export type ImportedText = Pick<ImportCourseInput['texts'][number], 'content' | 'quizzes'>;

interface Importing {
  readonly input: ImportCourseInput;
  /** By lesson. */
  readonly texts: ReadonlyMap<string, ImportedText>;
  readonly at: string;
}

interface RowsBelow {
  readonly modules: readonly ModuleRow[];
  readonly lessons: readonly LessonRow[];
  readonly resources: readonly ResourceRow[];
}

interface QuizRows {
  readonly quizzes: readonly QuizRow[];
  readonly questions: readonly QuestionRow[];
}

/**
 * Inserts an unpublished course, after all others, with its modules, lessons, links, quizzes and questions under ids that
 * the device derives too (schema/courses/imported-id.ts). Throws ApiError: 409 `id_taken`, 400 for a text of no lesson, or a position that is
 * no fractional key.
 */
export async function importCourse(
  trx: Trx,
  { input, texts, at }: Importing,
): Promise<{ readonly course: AdminCourse }> {
  const { modules: _, texts: __, thumbnail, previewContent = '', ...fields } = input;
  const courseId = input.id.toLowerCase();
  await requireFreeId(trx, 'course', courseId);
  const siblings = await trx.selectFrom(liveCourses).select('position').execute();
  const row: CourseRow = {
    ...courseEntity.defaults,
    ...fields,
    ...{ id: courseId, thumbnail: thumbnail || null, previewContent },
    position: newPosition(undefined, siblings),
    ...{ version: 1, revision: 1, createdAt: at, updatedAt: at },
  };
  const below = rowsBelow(input, courseId);
  await trx.insertInto('courses').values(row).execute();
  await insertBelow(trx, below, texts);
  const { quizzes, questions } = quizRows(texts);
  await insertQuizzes(trx, { quizzes, questions });
  await recordEdit(trx, { courseId, at }, [
    ...below.modules.map(({ id }) => ({ kind: 'module' as const, id, courseId })),
    ...below.lessons.map(({ id }) => ({ kind: 'lesson' as const, id, courseId })),
    ...below.resources.map(({ id }) => ({ kind: 'resource' as const, id, courseId })),
    ...quizzes.map(({ id }) => ({ kind: 'quiz' as const, id, courseId })),
    ...questions.map(({ id }) => ({ kind: 'question' as const, id, courseId })),
  ]);
  return { course: assembleOwnCourse(row) };
}

function rowsBelow(input: ImportCourseInput, courseId: string): RowsBelow {
  const modules: ModuleRow[] = [];
  const lessons: LessonRow[] = [];
  const resources: ResourceRow[] = [];
  for (const [m, { lessons: inside, ...module }] of input.modules.entries()) {
    const moduleId = importedId(courseId, m + 1);
    modules.push({
      ...{ ...moduleEntity.defaults, ...given(module), title: module.title, position: module.position },
      ...{ id: moduleId, courseId, version: 1 },
    });
    for (const [l, { resources: links, ...lesson }] of inside.entries()) {
      const lessonId = importedId(moduleId, l + 1);
      const videoUrl = lesson.videoUrl || null;
      lessons.push({
        ...{ ...lessonRowDefaults, ...given(lesson), title: lesson.title, position: lesson.position },
        ...{ id: lessonId, moduleId, version: 1, videoUrl, videoFileId: null },
      });
      for (const [r, link] of links.entries()) {
        const id = importedId(lessonId, r + 1);
        resources.push({ ...link, id, lessonId, version: 1, fileId: null });
      }
    }
  }
  for (const { position } of [...modules, ...lessons, ...resources]) requirePosition(position);
  return { modules, lessons, resources };
}

/** A question of whose prompt the sanitiser has left nothing cannot be asked: it is left out, and the rest keep their ids. */
function quizRows(texts: ReadonlyMap<string, ImportedText>): QuizRows {
  const quizzes: QuizRow[] = [];
  const questions: QuestionRow[] = [];
  for (const [lessonId, { quizzes: own }] of texts)
    for (const [z, { questions: inside, ...quiz }] of own.entries()) {
      const quizId = importedQuizId(lessonId, z + 1);
      quizzes.push({ ...quiz, id: quizId, lessonId, version: 1 });
      for (const [q, question] of inside.entries())
        if (findProblem(question) === null)
          questions.push({ ...question, id: importedId(quizId, q + 1), quizId, version: 1 });
    }
  for (const { position } of [...quizzes, ...questions]) requirePosition(position);
  return { quizzes, questions };
}

async function insertQuizzes(trx: Trx, { quizzes, questions }: QuizRows): Promise<void> {
  for (const rows of slicesOf(quizzes, ROWS_PER_INSERT))
    await trx.insertInto('quizzes').values(rows).execute();
  for (const rows of slicesOf(questions, ROWS_PER_INSERT)) {
    await trx.insertInto('questions').values(rows).execute();
    await trx.insertInto('questionVersions').values(rows.map(versionOf)).execute();
  }
}

async function insertBelow(
  trx: Trx,
  { modules, lessons, resources }: RowsBelow,
  texts: ReadonlyMap<string, ImportedText>,
): Promise<void> {
  for (const rows of slicesOf(modules, ROWS_PER_INSERT))
    await trx.insertInto('modules').values(rows).execute();
  for (const rows of slicesOf(lessons, ROWS_PER_INSERT))
    await trx.insertInto('lessons').values(rows).execute();
  const known = new Set(lessons.map(({ id }) => id));
  if ([...texts.keys()].some((id) => !known.has(id))) throw new ApiError('invalid_input');
  // One by one: a text has up to a megabyte, and other requests are served in between.
  for (const { id: lessonId } of lessons) {
    const content = texts.get(lessonId)?.content ?? lessonEntity.defaults.content;
    await trx.insertInto('lessonContents').values({ lessonId, content }).execute();
  }
  for (const rows of slicesOf(resources, ROWS_PER_INSERT))
    await trx.insertInto('resources').values(rows).execute();
}
