import type { Quiz } from '#schema/quizzes/quiz.ts';
import type { RegradeMode } from '#schema/quizzes/regrade.ts';
import { attemptOf } from '../courses/quiz-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { outdateReports } from '../db/changes/counters-queries.ts';
import type { Db } from '../db/open.ts';
import type { AttemptRow, GradeRow, RegradeRow } from '../db/quiz-tables.ts';
import type { Trx } from '../db/transaction.ts';
import { findQuiz } from './attempt-queries.ts';
import { completeIfPassed } from './complete-lesson.ts';
import { addGrades, attemptsWithKeys, gradeRowOf, readGradedQuiz } from './grade-queries.ts';
import { type GradedQuiz, gradeByKeys, isOutdated, keysFor, parseKeys } from './grading-keys.ts';

/** A page ends after so many attempts, or when grading them has taken so long: other writes wait for it. */
const ATTEMPTS_PER_PAGE = 10;
const PAGE_MAX_MS = 5;

/** Returns how many attempts were graded with an earlier key than the present one; 0 for practice. */
export async function countOutdated(db: Db, quiz: Quiz): Promise<number> {
  const groups = await db
    .selectFrom('attempts')
    .select((eb) => ['keys', eb.fn.countAll<number>().as('attempts')])
    .where('quizId', '=', quiz.id)
    .where('keys', 'is not', null)
    .groupBy('keys')
    .execute();
  if (groups.length === 0) return 0;
  const graded = await readGradedQuiz(db, quiz);
  let count = 0;
  for (const { keys, attempts } of groups) {
    const { versions } = await db
      .selectFrom('grades')
      .select('versions')
      .where('quizId', '=', quiz.id)
      .where('keys', '=', keys)
      .limit(1)
      .executeTakeFirstOrThrow();
    if (isOutdated(graded, parseKeys(versions))) count += Number(attempts);
  }
  return count;
}

interface Requested {
  readonly quizId: string;
  readonly mode: RegradeMode;
  /** ISO time. */
  readonly at: string;
}

/** Begins to grade the attempts of a quiz again; one that is under way begins anew. */
export async function beginRegrade(trx: Trx, { quizId, mode, at }: Requested): Promise<void> {
  const row = { mode, afterUserId: '', afterAttemptId: '', requestedAt: at };
  await trx
    .insertInto('regrades')
    .values({ quizId, ...row })
    .onConflict((conflict) => conflict.column('quizId').doUpdateSet(row))
    .execute();
}

export const findRegrade = (db: Db): Promise<RegradeRow | undefined> =>
  db.selectFrom('regrades').selectAll().orderBy('requestedAt').orderBy('quizId').executeTakeFirst();

/**
 * Grades a page of the oldest regrade. What it has done and how far it has come is one transaction, so it goes on where it
 * was after a crash; grading an attempt again by the same keys changes nothing. A quiz whose course was deleted meanwhile
 * is left as it is.
 */
export async function regradePage(trx: Trx, at: string): Promise<void> {
  const regrade = await findRegrade(trx);
  if (regrade === undefined) return;
  const { quizId, mode } = regrade;
  const quiz = await findQuiz(trx, quizId);
  const rows = quiz === undefined ? [] : await listPage(trx, regrade);
  const done = quiz === undefined ? [] : await regradeRows(trx, { quiz, rows, mode, at });
  const last = done.at(-1);
  await outdateReports(trx);
  if (last === undefined || (rows.length < ATTEMPTS_PER_PAGE && done.length === rows.length)) {
    await trx.deleteFrom('regrades').where('quizId', '=', quizId).execute();
    return;
  }
  await trx
    .updateTable('regrades')
    .set({ afterUserId: last.userId, afterAttemptId: last.id })
    .where('quizId', '=', quizId)
    .execute();
}

type GradedRow = AttemptRow & { readonly versions: string | null };

/** Graded attempts, with the keys of their last grade. */
function listPage(trx: Trx, { quizId, afterUserId, afterAttemptId }: RegradeRow): Promise<GradedRow[]> {
  return attemptsWithKeys(trx)
    .where('quizId', '=', quizId)
    .where('keys', 'is not', null)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('userId', 'id'), '>', tuple(afterUserId, afterAttemptId)))
    .orderBy('userId')
    .orderBy('id')
    .limit(ATTEMPTS_PER_PAGE)
    .execute();
}

interface Page {
  readonly quiz: Quiz;
  readonly rows: readonly GradedRow[];
  readonly mode: RegradeMode;
  readonly at: string;
}

/** Returns the attempts that were graded, which may be fewer than the page has. */
async function regradeRows(trx: Trx, { quiz, rows, mode, at }: Page): Promise<readonly AttemptRow[]> {
  const graded = await readGradedQuiz(trx, quiz);
  const regraded: Regraded[] = [];
  const endsMs = performance.now() + PAGE_MAX_MS;
  for (const row of rows) {
    if (regraded.length > 0 && performance.now() > endsMs) break;
    regraded.push(regradeRow(graded, { row, mode, at }));
  }
  await addGrades(
    trx,
    regraded.map(({ grade }) => grade),
  );
  const changed = regraded.filter(({ isChanged }) => isChanged).map(({ row }) => row);
  await updateScores(trx, changed);
  const { lessonId, courseId } = quiz;
  const shown = regraded.filter(({ isShown }) => isShown).map(({ row }) => row);
  await recordChanges(
    trx,
    at,
    shown.map(({ userId, id }) => ({ kind: 'attempt', id, userId, courseId })),
  );
  const passed = new Set(shown.filter(({ isPassed }) => isPassed === 1).map(({ userId }) => userId));
  for (const userId of passed) await completeIfPassed(trx, { userId, lessonId, courseId, at });
  return regraded.map(({ row }) => row);
}

interface Regraded {
  readonly row: AttemptRow;
  readonly grade: GradeRow;
  readonly isChanged: boolean;
  /** Whether its learner sees a change. */
  readonly isShown: boolean;
}

function regradeRow(
  quiz: GradedQuiz,
  { row: { versions, ...row }, mode, at }: { row: GradedRow; mode: RegradeMode; at: string },
): Regraded {
  const record = attemptOf(row);
  const keys = keysFor(quiz, record, {
    last: versions === null ? null : parseKeys(versions),
    mode,
  });
  const grade = gradeRowOf({ attempt: row, record, keys, grade: gradeByKeys(quiz, keys, record), at });
  const { score, maxScore } = grade;
  // What is needed to pass may be more now.
  const isPassed = mode === 'raise' && row.isPassed === 1 ? 1 : grade.isPassed;
  const next: AttemptRow = { ...row, keys: grade.keys, score, maxScore, isPassed };
  if (score !== row.score) Object.assign(next, { earlierScore: row.score, regradedAt: at });
  const isShown = next.score !== row.score || next.isPassed !== row.isPassed;
  return { row: next, grade, isShown, isChanged: isShown || next.keys !== row.keys };
}

async function updateScores(trx: Trx, rows: readonly AttemptRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('attempts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'id']).doUpdateSet((eb) => ({
        score: eb.ref('excluded.score'),
        maxScore: eb.ref('excluded.maxScore'),
        isPassed: eb.ref('excluded.isPassed'),
        earlierScore: eb.ref('excluded.earlierScore'),
        regradedAt: eb.ref('excluded.regradedAt'),
        keys: eb.ref('excluded.keys'),
      })),
    )
    .execute();
}
