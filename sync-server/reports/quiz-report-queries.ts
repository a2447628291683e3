import { byPosition } from '#schema/courses/position.ts';
import { REPORT_LEARNERS_PAGE } from '#schema/limits.ts';
import type { QuizReport } from '#schema/reports/reports.ts';
import { attemptOf } from '../courses/quiz-queries.ts';
import type { Db } from '../db/open.ts';
import { selectQuizzes } from '../db/parts/plain-parts.ts';
import { attemptsWithKeys } from '../quizzes/grade-queries.ts';
import { parseKeys } from '../quizzes/grading-keys.ts';
import { QuestionCounts } from './quiz-report.ts';
import { readTest } from './test-report-queries.ts';

const ATTEMPTS_AT_ONCE = 500;

/** How the quizzes of a course were answered, in the order of its lessons. */
export async function readQuizReports(
  db: Db,
  courseId: string,
  lessons: readonly { readonly lessonId: string; readonly title: string }[],
): Promise<QuizReport[]> {
  const quizzes = await selectQuizzes(db).where('modules.courseId', '=', courseId).execute();
  const reports: QuizReport[] = [];
  for (const { lessonId, title: lessonTitle } of lessons) {
    for (const quiz of quizzes.filter((one) => one.lessonId === lessonId).sort(byPosition)) {
      const { id, use, title } = quiz;
      const answers = await readAnswers(db, id, use);
      const test = use === 'test' ? await readTest(db, quiz, answers.learners) : noTest;
      reports.push({ quizId: id, title, lessonTitle, ...answers, ...test });
    }
  }
  return reports;
}

const noTest = { scores: null, outdated: 0 };

async function readAnswers(db: Db, quizId: string, use: QuizReport['use']) {
  const questions = await db
    .selectFrom('questions')
    .select(['id', 'prompt', 'position'])
    .where('quizId', '=', quizId)
    .execute();
  const versions = await db
    .selectFrom('questionVersions')
    .select(['questionId as id', 'version', 'kind', 'key', 'points', 'choices'])
    .where('quizId', '=', quizId)
    .execute();
  const counts = new QuestionCounts(use, questions.sort(byPosition), versions);
  let after = { userId: '', id: '' };
  for (;;) {
    const rows = await attemptsWithKeys(db)
      .where('quizId', '=', quizId)
      .$if(use === 'test', (test) => test.where('handedInAt', 'is not', null))
      .where(({ eb, refTuple, tuple }) => eb(refTuple('userId', 'id'), '>', tuple(after.userId, after.id)))
      .orderBy('userId')
      .orderBy('id')
      .limit(ATTEMPTS_AT_ONCE)
      .execute();
    for (const { versions: keys, ...row } of rows)
      counts.add(attemptOf(row), keys === null ? [] : parseKeys(keys));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ATTEMPTS_AT_ONCE) break;
    after = last;
  }
  return { use, questions: counts.report(), learners: await listLearners(db, quizId) };
}

/** The learners with their attempts and best score; of very many the first by name. */
async function listLearners(db: Db, quizId: string): Promise<QuizReport['learners']> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.userId')
    .where('quizId', '=', quizId)
    .select((eb) => [
      'users.id as userId',
      'users.name',
      eb.fn.countAll<number>().as('attempts'),
      eb.fn.max('attempts.score').as('best'),
      eb.fn.max('attempts.maxScore').as('of'),
    ])
    .groupBy(['users.id', 'users.name'])
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(REPORT_LEARNERS_PAGE)
    .execute();
  return rows.map(({ attempts, ...row }) => ({ ...row, attempts: Number(attempts), handedIn: [] }));
}
