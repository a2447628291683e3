import { v7 as uuidv7 } from 'uuid';
import type { AttemptRecord } from '#schema/quizzes/attempt.ts';
import type { AttemptGrade } from '#schema/quizzes/grading.ts';
import type { Db } from '../db/open.ts';
import type { AttemptRow, GradeRow } from '../db/quiz-tables.ts';
import type { Trx } from '../db/transaction.ts';
import {
  countAnswers,
  type GradedQuiz,
  gradedQuizOf,
  parseKeys,
  printKeys,
  type QuestionKeys,
} from './grading-keys.ts';

interface QuizOf {
  readonly id: string;
  readonly passPercent: number;
}

/** Reads what grades attempts at a quiz. */
export async function readGradedQuiz(db: Db, { id, passPercent }: QuizOf): Promise<GradedQuiz> {
  const current = await db
    .selectFrom('questions')
    .select(['id', 'version'])
    .where('quizId', '=', id)
    .execute();
  const versions = await db
    .selectFrom('questionVersions')
    .select(['questionId as id', 'version', 'kind', 'key', 'points'])
    .where('quizId', '=', id)
    .execute();
  return gradedQuizOf(passPercent, current, versions);
}

/** The keys that a grade of this attempt names; null if there is no such grade. */
export async function findKeys(
  db: Db,
  { userId, id, keys }: Pick<AttemptRow, 'userId' | 'id' | 'keys'>,
): Promise<QuestionKeys[] | null> {
  if (keys === null) return null;
  const row = await db
    .selectFrom('grades')
    .select('versions')
    .where('userId', '=', userId)
    .where('attemptId', '=', id)
    .where('keys', '=', keys)
    .executeTakeFirst();
  return row === undefined ? null : parseKeys(row.versions);
}

/** Attempts with the keys of their scores, as text; null where there is none. */
export const attemptsWithKeys = (db: Db) =>
  db
    .selectFrom('attempts')
    .selectAll('attempts')
    .select((eb) =>
      eb
        .selectFrom('grades')
        .select('grades.versions')
        .whereRef('grades.userId', '=', 'attempts.userId')
        .whereRef('grades.attemptId', '=', 'attempts.id')
        .whereRef('grades.keys', '=', 'attempts.keys')
        .limit(1)
        .as('versions'),
    );

interface Graded {
  readonly attempt: Pick<AttemptRow, 'userId' | 'id' | 'quizId'>;
  readonly record: AttemptRecord;
  readonly keys: readonly QuestionKeys[];
  readonly grade: AttemptGrade;
  /** ISO time. */
  readonly at: string;
}

export function gradeRowOf({ attempt, record, keys, grade, at }: Graded): GradeRow {
  const { userId, id: attemptId, quizId } = attempt;
  const { versions, name } = printKeys(keys);
  const { score, maxScore, isPassed } = grade;
  return {
    id: uuidv7(),
    ...{ userId, attemptId, keys: name, answerCount: countAnswers(record), quizId, versions },
    ...{ score, maxScore, isPassed: isPassed ? 1 : 0, gradedAt: at },
  };
}

/** Adds grades; one that is there already stays as it is. */
export async function addGrades(trx: Trx, rows: readonly GradeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('grades')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['userId', 'attemptId', 'keys', 'answerCount']).doNothing())
    .execute();
}
