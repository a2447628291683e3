import { ATTEMPT_ANSWERS_STORED_MAX } from '#schema/limits.ts';
import {
  type Attempt,
  type AttemptInput,
  type AttemptRecord,
  uniteAttempts,
} from '#schema/quizzes/attempt.ts';
import { gradeAttempt } from '#schema/quizzes/grading.ts';
import type { Quiz } from '#schema/quizzes/quiz.ts';
import { attemptOf } from '../courses/quiz-queries.ts';
import type { Db } from '../db/open.ts';
import { selectQuizzes } from '../db/parts/plain-parts.ts';
import type { AttemptRow, GradeRow } from '../db/quiz-tables.ts';
import type { Trx } from '../db/transaction.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { addGrades, findKeys, gradeRowOf, readGradedQuiz } from './grade-queries.ts';
import { countAnswers, gradeByKeys, keysFor } from './grading-keys.ts';

/** A quiz in any course that is not deleted; undefined when there is none. */
export const findQuiz = (db: Db, id: string): Promise<Quiz | undefined> =>
  selectQuizzes(db).where('quizzes.id', '=', id).executeTakeFirst();

export const findAttempt = (
  db: Db,
  { userId, id }: Pick<AttemptRow, 'userId' | 'id'>,
): Promise<AttemptRow | undefined> =>
  db.selectFrom('attempts').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst();

interface Saving {
  readonly userId: string;
  readonly quiz: Quiz;
  readonly input: AttemptInput;
  /** ISO time of the server. */
  readonly at: string;
}

interface Saved {
  readonly attempt: Attempt;
  readonly isChanged: boolean;
}

/**
 * Adds the answers to those of the attempt, and grades it. Times are those of the device: they are compared with others
 * of the same attempt only. Answers to questions that the quiz does not have are stored and count for nothing.
 */
export async function saveAnswers(trx: Trx, { userId, quiz, input, at }: Saving): Promise<Saved> {
  const stored = await findAttempt(trx, { userId, id: input.id });
  if (stored !== undefined && stored.quizId !== quiz.id) throw new ApiError('attempt_of_other');
  const added = { ...input, submittedAt: input.submittedAt ?? null };
  const known = stored && attemptOf(stored);
  // Also the answers of a new attempt are put in their order.
  const record = uniteAttempts(known ?? { ...added, answers: [] }, added);
  if (record.answers.length > ATTEMPT_ANSWERS_STORED_MAX) throw new ApiError('answers_too_many');
  const row: AttemptRow = {
    ...ungraded,
    ...stored,
    ...{ userId, id: input.id, quizId: quiz.id, startedAt: record.startedAt },
    ...{ submittedAt: record.submittedAt, answers: JSON.stringify(record.answers) },
  };
  const isFirst = row.handedInAt === null && record.submittedAt !== null;
  if (isFirst) row.handedInAt = at;
  const grades: GradeRow[] = [];
  if (quiz.use === 'practice') Object.assign(row, await gradePractice(trx, quiz, record));
  else if (isFirst || (known !== undefined && countAnswers(known) !== countAnswers(record))) {
    if (isFirst) row.isOverLimit = await isOverLimit(trx, { userId, quiz });
    const grade = await gradeTest(trx, { row, quiz, record, at });
    const { keys, score, maxScore, isPassed } = grade;
    Object.assign(row, { keys, score, maxScore, isPassed });
    grades.push(grade);
  }
  const attempt = attemptOf(row);
  if (known !== undefined && JSON.stringify(known) === JSON.stringify(attempt))
    return { attempt, isChanged: false };
  const { userId: _, id: __, quizId: ___, startedAt: ____, ...changed } = row;
  await trx
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'id']).doUpdateSet(changed))
    .execute();
  await addGrades(trx, grades);
  return { attempt, isChanged: true };
}

const ungraded = {
  ...{ handedInAt: null, score: null, maxScore: null, isPassed: null, isOverLimit: 0 },
  ...{ earlierScore: null, regradedAt: null, keys: null },
} as const satisfies Partial<AttemptRow>;

/**
 * Whether as many attempts of the user were counted as the test allows. In the order in which the server gets them handed
 * in: the clocks of two devices do not tell which was first.
 */
async function isOverLimit(
  trx: Trx,
  { userId, quiz: { id, attemptsMax } }: Pick<Saving, 'userId' | 'quiz'>,
): Promise<0 | 1> {
  if (attemptsMax === null) return 0;
  const { used } = await trx
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('userId', '=', userId)
    .where('quizId', '=', id)
    .where('handedInAt', 'is not', null)
    .where('isOverLimit', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(used) < attemptsMax ? 0 : 1;
}

type Score = Pick<AttemptRow, 'score' | 'maxScore' | 'isPassed'>;

/** Practice is graded answer by answer. */
async function gradePractice(trx: Trx, quiz: Quiz, record: AttemptRecord): Promise<Score> {
  const { current, versions } = await readGradedQuiz(trx, quiz);
  const all = [...versions.values()];
  const questions = all.filter(({ id, version }) => current.get(id) === version);
  const { score, maxScore, isPassed } = gradeAttempt({ ...quiz, questions, versions: all }, record);
  return { score, maxScore, isPassed: isPassed ? 1 : 0 };
}

interface HandedIn {
  readonly row: AttemptRow;
  readonly quiz: Quiz;
  readonly record: AttemptRecord;
  readonly at: string;
}

/**
 * A test is graded when it is handed in, and again if answers that were given before arrive later: by the keys of its
 * score as far as it has one.
 */
async function gradeTest(trx: Trx, { row, quiz, record, at }: HandedIn): Promise<GradeRow> {
  const graded = await readGradedQuiz(trx, quiz);
  const keys = keysFor(graded, record, { last: await findKeys(trx, row), mode: null });
  return gradeRowOf({ attempt: row, record, keys, grade: gradeByKeys(graded, keys, record), at });
}
