import type { Quiz } from '#schema/quizzes/quiz.ts';
import { resultOf } from '#schema/quizzes/result.ts';
import type { QuizReport, ReportedAttempt, TestScores } from '#schema/reports/reports.ts';
import { liveActivations, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { countOutdated } from '../quizzes/regrade-queries.ts';
import { readResultAttempts } from '../quizzes/result-queries.ts';

type Learners = QuizReport['learners'];
type OfTest = Pick<QuizReport, 'learners' | 'scores' | 'outdated'>;

/** The scores of a test, the attempts of these learners, and how many attempts were graded with an earlier key. */
export async function readTest(db: Db, quiz: Quiz, learners: Learners): Promise<OfTest> {
  const attempts = await readAttempts(db, quiz.id);
  const results = new Map([...attempts].map(([userId, own]) => [userId, resultOf(quiz, own).attempt]));
  return {
    learners: learners.map((learner) => {
      const best = results.get(learner.userId) ?? null;
      const handedIn = (attempts.get(learner.userId) ?? []).map(({ submittedAt: _, ...attempt }) => attempt);
      return { ...learner, best: best?.score ?? null, of: best?.maxScore ?? null, handedIn };
    }),
    scores: scoresOf([...results.values()].flatMap((attempt) => attempt ?? [])),
    outdated: await countOutdated(db, quiz),
  };
}

type HandedIn = ReportedAttempt & { readonly submittedAt: string };

/** Without their answers: a class has more of those than fit in memory. */
async function readAttempts(db: Db, quizId: string): Promise<Map<string, HandedIn[]>> {
  const rows = await db
    .selectFrom('attempts')
    .select(['userId', 'id as attemptId', 'submittedAt', 'score', 'maxScore', 'isPassed', 'isOverLimit'])
    .select((eb) => eb.ref('handedInAt').$notNull().as('handedInAt'))
    .where('quizId', '=', quizId)
    .where('handedInAt', 'is not', null)
    .orderBy('handedInAt')
    .orderBy('id')
    .execute();
  const attempts = new Map<string, HandedIn[]>();
  for (const { userId, isPassed, isOverLimit, submittedAt, ...row } of rows) {
    const own = attempts.get(userId) ?? [];
    const state = { isPassed: isPassed === 1, isOverLimit: isOverLimit === 1 };
    own.push({ ...row, ...state, number: own.length + 1, submittedAt: submittedAt ?? row.handedInAt });
    attempts.set(userId, own);
  }
  return attempts;
}

const BAND_PERCENT = 20;
const BANDS = Array.from({ length: 100 / BAND_PERCENT }, (_, at) => at * BAND_PERCENT);

function scoresOf(attempts: readonly HandedIn[]): TestScores | null {
  if (attempts.length === 0) return null;
  const percents = attempts.map(({ score, maxScore }) => (maxScore ? (100 * (score ?? 0)) / maxScore : 100));
  const last = BANDS.length - 1;
  const bandOf = (percent: number) => Math.min(last, Math.floor(percent / BAND_PERCENT));
  return {
    learners: attempts.length,
    passed: attempts.filter(({ isPassed }) => isPassed).length,
    averagePercent: Math.round(percents.reduce((sum, percent) => sum + percent, 0) / attempts.length),
    bands: BANDS.map((from, band) => ({
      ...{ from, to: band === last ? 100 : from + BAND_PERCENT - 1 },
      learners: percents.filter((percent) => bandOf(percent) === band).length,
    })),
  };
}

/** How many required tests these people have in their courses, and how many of them they have passed. */
export async function countRequiredTests(
  db: Db,
  userIds: readonly string[],
): Promise<(userId: string) => { readonly testsRequired: number; readonly testsPassed: number }> {
  if (userIds.length === 0) return () => none;
  const tests = await db
    .selectFrom(liveActivations)
    .innerJoin(liveModules, 'modules.courseId', 'activations.courseId')
    .innerJoin(liveLessons, 'lessons.moduleId', 'modules.id')
    .innerJoin('quizzes', 'quizzes.lessonId', 'lessons.id')
    .select(['activations.userId', 'quizzes.id', 'quizzes.attemptsMax', 'quizzes.scoreRule'])
    .where('activations.userId', 'in', userIds)
    .where('quizzes.use', '=', 'test')
    .where('quizzes.isRequired', '=', 1)
    .execute();
  const quizIds = [...new Set(tests.map(({ id }) => id))];
  const attemptsOf = await readResultAttempts(db, { userIds, quizIds });
  const counts = new Map<string, { testsRequired: number; testsPassed: number }>();
  for (const { userId, ...test } of tests) {
    const { testsRequired, testsPassed } = counts.get(userId) ?? none;
    const isPassed = resultOf(test, attemptsOf(userId, test.id)).isPassed;
    counts.set(userId, { testsRequired: testsRequired + 1, testsPassed: testsPassed + Number(isPassed) });
  }
  return (userId) => counts.get(userId) ?? none;
}

const none = { testsRequired: 0, testsPassed: 0 };
