import { expect } from 'vitest';
import type { CourseContent } from '#schema/courses/course-content.ts';
import { attemptOf } from '#sync-server/courses/quiz-queries.ts';
import { selectQuestions, selectQuizzes } from '#sync-server/db/parts/plain-parts.ts';
import { LEARNERS } from '../machines/backend.ts';
import { type Member, on, type SimulationRun } from '../run/simulation-run.ts';
import { KEY_MARK } from './contents.ts';

interface Rows {
  readonly quizzes: readonly object[];
  readonly questions: readonly object[];
}

/** An admin's device has the quizzes of all courses, with their keys. */
export async function expectAdminsQuizzes(run: SimulationRun, member: Member): Promise<void> {
  const { db } = run.server;
  const quizzes = await selectQuizzes(db).execute();
  const questions = (await selectQuestions(db).execute()).map(({ use: _, ...question }) => question);
  await expectRows(run, member, { quizzes, questions });
}

/** A learner's device has the quizzes of the downloaded courses as the server gives them to learners. */
export async function expectLearnersQuizzes(
  run: SimulationRun,
  member: Member,
  courses: readonly CourseContent[],
): Promise<void> {
  const quizzes = courses.flatMap((course) => course.quizzes ?? []);
  const questions = courses.flatMap((course) => course.questions ?? []);
  await expectRows(run, member, { quizzes, questions });
  await expectOwnAttempts(run, member);
}

async function expectRows(run: SimulationRun, member: Member, served: Rows): Promise<void> {
  const stored = await on(run, member, async (_, store) => ({
    quizzes: (await store.quizzes.toArray()).map(withoutFormat),
    questions: (await store.questions.toArray()).map(withoutFormat),
  }));
  const place = `on ${member.device.name}`;
  expect(inOrder(stored?.quizzes ?? []), `the quizzes ${place}`).toEqual(inOrder(served.quizzes));
  expect(inOrder(stored?.questions ?? []), `the questions ${place}`).toEqual(inOrder(served.questions));
}

const withoutFormat = <Row extends { readonly v: number }>({ v: _, ...row }: Row) => row;

const inOrder = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();

/** All devices of a learner show the same attempts: those of the server, as far as their quiz is left. */
async function expectOwnAttempts(run: SimulationRun, member: Member): Promise<void> {
  const { db } = run.server;
  const quizzes = await selectQuizzes(db).execute();
  const rows = await db.selectFrom('attempts').selectAll().where('userId', '=', member.userId).execute();
  await on(run, member, async (app, store) => {
    const here = new Set(await store.quizzes.toCollection().primaryKeys());
    for (const { id: quizId, lessonId } of quizzes.filter(({ id }) => here.has(id))) {
      const all = await app.quizzes.readOwnAttempts(store, lessonId);
      const own = all.filter((attempt) => attempt.quizId === quizId);
      const shown = own
        .map((one) => JSON.stringify({ ...one, v: undefined, unsent: undefined }, namesOf))
        .sort();
      const wanted = rows.filter((row) => row.quizId === quizId).map(attemptOf);
      expect(shown, `attempts shown on ${member.device.name}`).toEqual(
        wanted.map((one) => JSON.stringify(one, namesOf)).sort(),
      );
    }
  });
}

/** Fields in one order. */
const namesOf = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * Expects neither keys nor explanations of tests in the databases of learners. Where roles change, the outbox of a learner
 * may have what they wrote as an admin.
 */
export async function expectNoKeys({ members, circumstances }: SimulationRun): Promise<void> {
  if (circumstances.accounts !== null) return;
  const isLearners = (name: string) => LEARNERS.some((id) => name === `carrel-user-${id}`);
  for (const { device } of members) {
    for (const [name, tables] of await device.disk.read(isLearners)) {
      const found = KEY_MARK.exec(JSON.stringify([...tables]));
      expect(found?.[0], `the key of a test in ${name} on ${device.name}`).toBeUndefined();
    }
  }
}
