import * as v from 'valibot';
import { type Attempt, GivenAnswer } from '#schema/quizzes/attempt.ts';
import { type Question, type Quiz, questionForLearners } from '#schema/quizzes/quiz.ts';
import { columnsOf, questionColumns, quizColumns } from '../db/entity-columns.ts';
import { liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { AttemptRow } from '../db/tables.ts';

/** Quizzes as rows of replies. */
export const selectQuizzes = (db: Db) =>
  db
    .selectFrom('quizzes')
    .innerJoin(liveLessons, 'lessons.id', 'quizzes.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['quizzes.id', 'modules.courseId', 'quizzes.lessonId', 'quizzes.use', 'quizzes.version'])
    .select(columnsOf('quizzes', quizColumns));

/** A subquery for the ids of the quizzes of a course. */
export const quizIdsOf = (db: Db, courseId: string) =>
  db
    .selectFrom('quizzes')
    .innerJoin(liveLessons, 'lessons.id', 'quizzes.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select('quizzes.id')
    .where('modules.courseId', '=', courseId);

/** Questions as rows of replies, with the use of their quiz: learners receive those of tests without keys. */
export const selectQuestions = (db: Db) =>
  db
    .selectFrom('questions')
    .innerJoin('quizzes', 'quizzes.id', 'questions.quizId')
    .innerJoin(liveLessons, 'lessons.id', 'quizzes.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['questions.id', 'modules.courseId', 'questions.quizId', 'questions.kind', 'questions.version'])
    .select(['quizzes.use'])
    .select(columnsOf('questions', questionColumns));

/** The quizzes of a course for its learners; empty for a course without any. */
export async function listLearnersQuizzes(
  db: Db,
  courseId: string,
): Promise<{ readonly quizzes?: Quiz[]; readonly questions?: Question[] }> {
  const quizzes = await selectQuizzes(db).where('modules.courseId', '=', courseId).execute();
  if (quizzes.length === 0) return {};
  const questions = await selectQuestions(db).where('modules.courseId', '=', courseId).execute();
  return { quizzes, questions: questions.map(({ use, ...row }) => questionForLearners(row, use)) };
}

/** The quizzes of lessons and their questions, also in deleted courses. */
export async function listQuizParts(
  db: Db,
  lessonIds: readonly string[],
): Promise<{ readonly kind: 'quiz' | 'question'; readonly id: string }[]> {
  if (lessonIds.length === 0) return [];
  const quizzes = await db.selectFrom('quizzes').select('id').where('lessonId', 'in', lessonIds).execute();
  const questions = await db
    .selectFrom('questions')
    .innerJoin('quizzes', 'quizzes.id', 'questions.quizId')
    .select('questions.id')
    .where('quizzes.lessonId', 'in', lessonIds)
    .execute();
  return [
    ...quizzes.map(({ id }) => ({ kind: 'quiz' as const, id })),
    ...questions.map(({ id }) => ({ kind: 'question' as const, id })),
  ];
}

const Answers = v.pipe(v.string(), v.parseJson(), v.array(GivenAnswer));

/** An attempt as its learner receives it. */
export function attemptOf(attempt: AttemptRow): Attempt {
  const { userId: _, keys: __, triedKeys: ___, answers, isPassed, isOverLimit, ...row } = attempt;
  return {
    ...row,
    answers: v.parse(Answers, answers),
    isPassed: isPassed === null ? null : isPassed === 1,
    isOverLimit: isOverLimit === 1,
  };
}
