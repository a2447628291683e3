import { expect } from 'vitest';
import type { Attempt } from '#schema/quizzes/attempt.ts';
import type { Quiz } from '#schema/quizzes/quiz.ts';
import { attemptOf } from '#sync-server/courses/quiz-queries.ts';
import { selectQuizzes } from '#sync-server/db/parts/plain-parts.ts';
import type { SimulationRun } from '../run/simulation-run.ts';
import {
  countedAnswers,
  type Find,
  gradeByModel,
  type ModelGrade,
  type ModelKeys,
  regradeByModel,
} from './model.ts';
import { type AskedRegrade, type QuizStates, readQuizStates } from './quiz-states.ts';
import { nameAnswer, nameHandIn } from './saved-answers.ts';

type Stored = Attempt & {
  readonly userId: string;
  /** The id of its first grade, which tells what came before; undefined without a grade. */
  readonly gradeId: string | undefined;
};

/**
 * Every answer that a device said was saved is on the server once, unless its learner discarded it or its quiz was deleted;
 * the server has no other, and each attempt has the grade of the model.
 */
export async function expectAnswers(run: SimulationRun): Promise<void> {
  const { db } = run.server;
  const rows = await db.selectFrom('attempts').selectAll().execute();
  const grades = await db.selectFrom('grades').select(['attemptId', 'id']).orderBy('id', 'desc').execute();
  const firstGrades = new Map(grades.map(({ attemptId, id }) => [attemptId, id]));
  const stored = rows.map((row) => {
    return { ...attemptOf(row), userId: row.userId, gradeId: firstGrades.get(row.id) };
  });
  const quizzes = await selectQuizzes(db).execute();
  const live = new Set(quizzes.map(({ id }) => id));
  expectOnce(run, stored, live);
  expectNoOthers(run, stored);
  const states = await readQuizStates(db);
  for (const attempt of stored.filter(({ quizId }) => live.has(quizId))) expectGrade(run, attempt, states);
  for (const quiz of quizzes) expectLimit(run, quiz, stored);
}

function expectOnce(
  { oracle: { answers } }: SimulationRun,
  stored: readonly Stored[],
  live: Set<string>,
): void {
  const counts = new Map<string, number>();
  const owners = new Map<string, string>();
  for (const { id, userId, submittedAt, answers: own } of stored) {
    owners.set(id, userId);
    const names = own.map((answer) => nameAnswer(id, answer));
    for (const name of submittedAt === null ? names : [...names, nameHandIn(id)])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const wrong = [...answers.saved].filter((name) => {
    const { quizId, userId, attemptId } = answers.offered.get(name) ?? {};
    if (quizId === undefined || !live.has(quizId) || answers.dropped.has(name)) return false;
    return counts.get(name) !== 1 || owners.get(attemptId ?? '') !== userId;
  });
  expect(wrong, 'answers that are not on the server once').toEqual([]);
  expect(
    [...counts].filter(([, count]) => count > 1),
    'answers twice',
  ).toEqual([]);
}

function expectNoOthers({ oracle: { answers } }: SimulationRun, stored: readonly Stored[]): void {
  const given = stored.flatMap(({ id, answers: own }) =>
    own.map((one) => [nameAnswer(id, one), one] as const),
  );
  for (const [name, answer] of given) expect(answer, name).toEqual(answers.offered.get(name)?.answer);
}

function expectGrade(
  { hasBeenRestored }: SimulationRun,
  attempt: Stored,
  { historyOf, find }: QuizStates,
): void {
  const { id, score, maxScore, isPassed, gradeId } = attempt;
  // After a restore, edits may arrive later than the answers to what they have written.
  const finds = hasBeenRestored ? [find, () => undefined] : [find];
  const possible = new Map<string, ModelGrade>();
  const { states, regrades } = historyOf(attempt.quizId);
  const later = regrades.filter((regrade) => gradeId !== undefined && regrade.id > gradeId);
  // A regrade asks the questions of the first grade, and what is needed to pass when it is carried out.
  const regraded = later.flatMap(({ possible }) => possible);
  const asked = states.flatMap((state) => {
    const needed = new Set([state, ...regraded].map(({ passPercent }) => passPercent));
    return [...needed].map((passPercent) => ({ ...state, passPercent }));
  });
  for (const quiz of asked)
    for (const one of finds)
      for (const keys of possibleKeys(countedAnswers(quiz.use, attempt), later, one)) {
        const grade = gradeByModel(quiz, attempt, one, keys);
        possible.set(JSON.stringify(grade), grade);
      }
  expect([...possible.values()], `the grade of ${id}`).toContainEqual({ score, maxScore, isPassed });
}

/** By the keys that each regrade found; one that is asked for again before it has begun is carried out once. */
function possibleKeys(
  counted: ReturnType<typeof countedAnswers>,
  regrades: readonly AskedRegrade[],
  find: Find,
): ModelKeys[] {
  let all: ModelKeys[] = [new Map([...counted].map(([questionId, { version }]) => [questionId, [version]]))];
  for (const regrade of regrades) {
    const graded = all.flatMap((keys) => regrade.possible.map((one) => regradeByModel(keys, one, find)));
    const distinct = [...(regrade === regrades.at(-1) ? [] : all), ...graded];
    all = [...new Map(distinct.map((keys) => [JSON.stringify([...keys]), keys])).values()];
  }
  return all;
}

/**
 * Expects attempts to be over the limit of their test in the order in which the server graded them first. An admin who
 * counted one may have done so before or after the next was handed in.
 */
function expectLimit(
  { acknowledged, hasBeenRestored }: SimulationRun,
  { id: quizId, attemptsMax }: Pick<Quiz, 'id' | 'attemptsMax'>,
  stored: readonly Stored[],
): void {
  if (attemptsMax === null) return;
  const handedIn = stored.filter((one) => one.quizId === quizId && one.handedInAt !== null);
  const byAdmin = new Set(
    [...acknowledged.values()].flatMap(({ kind, args }) =>
      kind === 'attempt.count' ? [args.attemptId] : [],
    ),
  );
  const inOrder = handedIn.toSorted((one, other) => ((one.gradeId ?? '') < (other.gradeId ?? '') ? -1 : 1));
  for (const [at, { id, userId, isOverLimit }] of inOrder.entries()) {
    const earlier = inOrder.slice(0, at).filter((one) => one.userId === userId && !one.isOverLimit);
    const uncounted = earlier.filter((one) => !byAdmin.has(one.id));
    const name = `whether attempt ${id} is over the limit`;
    if (byAdmin.has(id) && !hasBeenRestored) expect(isOverLimit, name).toBe(false);
    if (isOverLimit) expect(earlier.length, name).toBeGreaterThanOrEqual(attemptsMax);
    else if (!byAdmin.has(id)) expect(uncounted.length, name).toBeLessThan(attemptsMax);
  }
}
