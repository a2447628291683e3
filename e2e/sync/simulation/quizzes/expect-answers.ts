import { expect } from 'vitest';
import type { Attempt } from '#schema/quizzes/attempt.ts';
import { attemptOf } from '#sync-server/courses/quiz-queries.ts';
import { selectQuizzes } from '#sync-server/db/parts/plain-parts.ts';
import type { SimulationRun } from '../run/simulation-run.ts';
import { gradeByModel, type ModelGrade } from './model.ts';
import { type QuizStates, readQuizStates } from './quiz-states.ts';
import { nameAnswer, nameHandIn } from './saved-answers.ts';

type Stored = Attempt & { readonly userId: string };

/**
 * Every answer that a device said was saved is on the server once, unless its learner discarded it or its quiz was deleted;
 * the server has no other, and each attempt has the grade of the model.
 */
export async function expectAnswers(run: SimulationRun): Promise<void> {
  const { db } = run.server;
  const rows = await db.selectFrom('attempts').selectAll().execute();
  const stored = rows.map((row) => ({ ...attemptOf(row), userId: row.userId }));
  const live = new Set((await selectQuizzes(db).execute()).map(({ id }) => id));
  expectOnce(run, stored, live);
  expectNoOthers(run, stored);
  const states = await readQuizStates(db);
  for (const attempt of stored.filter(({ quizId }) => live.has(quizId))) expectGrade(run, attempt, states);
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
  { listOf, find }: QuizStates,
): void {
  const { id, score, maxScore, isPassed } = attempt;
  // After a restore, edits may arrive later than the answers to what they have written.
  const finds = hasBeenRestored ? [find, () => undefined] : [find];
  const possible = new Map<string, ModelGrade>();
  for (const quiz of listOf(attempt.quizId))
    for (const one of finds) {
      const grade = gradeByModel(quiz, attempt, one);
      possible.set(JSON.stringify(grade), grade);
    }
  expect([...possible.values()], `the grade of ${id}`).toContainEqual({ score, maxScore, isPassed });
}
