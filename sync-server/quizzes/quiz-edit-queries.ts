import { v7 as uuidv7 } from 'uuid';
import { given } from '#schema/editor/given.ts';
import { questionEntity } from '#schema/entities/question-entity.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import type { Question, Quiz } from '#schema/quizzes/quiz.ts';
import type {
  CreateQuestionInput,
  CreateQuizInput,
  UpdateQuestionInput,
  UpdateQuizInput,
} from '#schema/quizzes/quiz-input.ts';
import { requireWhole } from '../courses/question-rules.ts';
import { changedFields, newPosition, requirePosition, requireVersion } from '../courses/row-rules.ts';
import { recordEdit } from '../db/changes/changes-queries.ts';
import { liveLessons, liveModules } from '../db/live-rows.ts';
import { selectQuestions, selectQuizzes, versionOf } from '../db/parts/plain-parts.ts';
import type { QuestionRow, QuizRow } from '../db/quiz-tables.ts';
import type { Trx } from '../db/transaction.ts';
import type { EditCall } from '../editor/queries/edit-call.ts';
import { requireFreeId, requireRow } from '../editor/queries/edited-queries.ts';

/** Inserts practice or a test, after the others of its lesson unless a position is given. */
export async function createQuiz(
  trx: Trx,
  { input, targetId: lessonId, at }: EditCall<CreateQuizInput>,
): Promise<{ quiz: Quiz }> {
  const lesson = await trx
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select('modules.courseId')
    .where('lessons.id', '=', lessonId)
    .executeTakeFirst();
  const { courseId } = requireRow(lesson, 'lesson_not_found');
  const { id = uuidv7(), ...fields } = input;
  await requireFreeId(trx, 'quiz', id);
  const siblings = await trx
    .selectFrom('quizzes')
    .select('position')
    .where('lessonId', '=', lessonId)
    .execute();
  const position = newPosition(input.position, siblings);
  const row: QuizRow = {
    ...{
      ...quizEntity.defaults,
      ...given(fields),
      title: input.title,
      use: input.use,
      id,
      lessonId,
      position,
    },
    version: 1,
  };
  await trx.insertInto('quizzes').values(row).execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'quiz', id, courseId }]);
  return { quiz: await getQuiz(trx, id) };
}

/** Changes the given fields. */
export async function updateQuiz(trx: Trx, call: EditCall<UpdateQuizInput>): Promise<{ quiz: Quiz }> {
  const { input, targetId: id, ifMatch, at } = call;
  const row = await getQuiz(trx, id);
  await requireVersion(row, ifMatch, async () => row);
  if (input.position !== undefined) requirePosition(input.position);
  const changed = changedFields<QuizFieldsOf>(row, input);
  if (changed === null) return { quiz: row };
  const { courseId } = row;
  await trx
    .updateTable('quizzes')
    .set({ ...changed, version: row.version + 1 })
    .where('id', '=', id)
    .execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'quiz', id, courseId }]);
  return { quiz: await getQuiz(trx, id) };
}

type QuizFieldsOf = Omit<QuizRow, 'id' | 'lessonId' | 'use' | 'version'>;

/** Deletes a quiz with its questions and all attempts. */
export async function deleteQuiz(trx: Trx, { targetId: id, ifMatch, at }: EditCall<undefined>) {
  const row = await getQuiz(trx, id);
  await requireVersion(row, ifMatch, async () => row);
  const { courseId } = row;
  const questions = await trx.selectFrom('questions').select('id').where('quizId', '=', id).execute();
  await trx
    .deleteFrom('changes')
    .where('kind', '=', 'attempt')
    .where('id', 'in', (eb) =>
      eb.selectFrom('attempts').select('attempts.id').where('attempts.quizId', '=', id),
    )
    .execute();
  await trx.deleteFrom('quizzes').where('id', '=', id).execute();
  await recordEdit(trx, { courseId, at }, [
    { kind: 'quiz', id, courseId, isDeleted: true },
    ...questions.map((question) => {
      return { kind: 'question' as const, id: question.id, courseId, isDeleted: true };
    }),
  ]);
  return { success: true as const };
}

async function getQuiz(trx: Trx, id: string): Promise<Quiz> {
  const row = await selectQuizzes(trx).where('quizzes.id', '=', id).executeTakeFirst();
  return requireRow(row, 'quiz_not_found');
}

/** Inserts a question, after the others of its quiz unless a position is given. */
export async function createQuestion(
  trx: Trx,
  { input, targetId: quizId, at, cleanHtml }: EditCall<CreateQuestionInput>,
): Promise<{ question: Question }> {
  const { courseId } = await getQuiz(trx, quizId);
  const { id = uuidv7(), ...fields } = input;
  await requireFreeId(trx, 'question', id);
  const siblings = await trx
    .selectFrom('questions')
    .select('position')
    .where('quizId', '=', quizId)
    .execute();
  const position = newPosition(input.position, siblings);
  const row: QuestionRow = {
    ...{
      ...questionEntity.defaults,
      ...given(fields),
      kind: input.kind,
      key: input.key,
      prompt: cleanHtml ?? input.prompt,
    },
    ...{ id, quizId, position, version: 1 },
  };
  requireWhole(row);
  await trx.insertInto('questions').values(row).execute();
  await insertVersion(trx, row);
  await recordEdit(trx, { courseId, at }, [{ kind: 'question', id, courseId }]);
  return { question: await getQuestion(trx, id) };
}

/** Changes the given fields. The version before stays, for the answers that were given to it. */
export async function updateQuestion(
  trx: Trx,
  call: EditCall<UpdateQuestionInput>,
): Promise<{ question: Question }> {
  const { targetId: id, ifMatch, at, cleanHtml } = call;
  const row = await getQuestion(trx, id);
  await requireVersion(row, ifMatch, async () => row);
  const { prompt, ...others } = call.input;
  const input = prompt === undefined ? others : { ...others, prompt: cleanHtml ?? prompt };
  if (input.position !== undefined) requirePosition(input.position);
  const changed = changedFields<QuestionFieldsOf>(row, input);
  if (changed === null) return { question: row };
  const next = { ...row, ...changed, version: row.version + 1 };
  requireWhole(next);
  await trx
    .updateTable('questions')
    .set({ ...changed, version: next.version })
    .where('id', '=', id)
    .execute();
  await insertVersion(trx, next);
  const { courseId } = row;
  await recordEdit(trx, { courseId, at }, [{ kind: 'question', id, courseId }]);
  return { question: await getQuestion(trx, id) };
}

type QuestionFieldsOf = Omit<QuestionRow, 'id' | 'quizId' | 'kind' | 'version'>;

/** Deletes a question. Its versions stay, and so does what learners answered. */
export async function deleteQuestion(trx: Trx, { targetId: id, ifMatch, at }: EditCall<undefined>) {
  const row = await getQuestion(trx, id);
  await requireVersion(row, ifMatch, async () => row);
  const { courseId } = row;
  await trx.deleteFrom('questions').where('id', '=', id).execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'question', id, courseId, isDeleted: true }]);
  return { success: true as const };
}

async function getQuestion(trx: Trx, id: string): Promise<Question> {
  const row = await selectQuestions(trx).where('questions.id', '=', id).executeTakeFirst();
  const { use: _, ...question } = requireRow(row, 'question_not_found');
  return question;
}

async function insertVersion(trx: Trx, question: QuestionRow): Promise<void> {
  await trx.insertInto('questionVersions').values(versionOf(question)).execute();
}
