import { textOfHtml } from '#interchange/import/text/plain-text.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import { answersThatCount, gradeAnswer } from '#schema/quizzes/grading.ts';
import { readChoices } from '#schema/quizzes/question-content.ts';
import type { Quiz } from '#schema/quizzes/quiz.ts';
import type { ReportTable } from '#schema/reports/report-tables.ts';
import { attemptOf } from '../courses/quiz-queries.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { selectQuizzes } from '../db/parts/plain-parts.ts';
import type { AttemptRow, QuestionVersionRow } from '../db/quiz-tables.ts';
import { attemptsWithKeys } from '../quizzes/grade-queries.ts';
import { chooseKey, parseKeys } from '../quizzes/grading-keys.ts';

/** The last attempt of the page before. */
export interface AfterAttempt {
  readonly quizId: string;
  readonly userId: string;
  readonly id: string;
}

export interface AnswersPage {
  readonly courseId: string;
  readonly after: AfterAttempt | null;
}

const ATTEMPTS_AT_ONCE = 200;

const columns = [
  ...['Course', 'Kind', 'Title', 'Learner', 'Email', 'Attempt', 'Handed in', 'Over the limit', 'Question'],
  ...['Version', 'Answer', 'Answered', 'Right (%)', 'Points', 'Learner id', 'Question id'],
];

interface AnswersPart {
  readonly table: ReportTable;
  readonly next: AfterAttempt | null;
}

/**
 * Returns the answers that count of some attempts, one in each row: of practice the first to each question, of a test
 * those that were handed in. Undefined for a course that does not exist.
 */
export async function readAnswerRows(
  db: Db,
  { courseId, after }: AnswersPage,
): Promise<AnswersPart | undefined> {
  const course = await db
    .selectFrom(liveCourses)
    .select('courses.title')
    .where('courses.id', '=', courseId)
    .executeTakeFirst();
  if (course === undefined) return undefined;
  const quizzes = new Map(
    (await selectQuizzes(db).where('modules.courseId', '=', courseId).execute()).map((quiz) => [
      quiz.id,
      quiz,
    ]),
  );
  const attempts = await listAttempts(db, [...quizzes.keys()], after);
  const versions = await readVersions(db, attempts);
  const rows = attempts.flatMap((attempt) => {
    const quiz = quizzes.get(attempt.quizId);
    return quiz === undefined ? [] : rowsOf(attempt, quiz, versions).map((row) => [course.title, ...row]);
  });
  const last = attempts.length < ATTEMPTS_AT_ONCE ? undefined : attempts.at(-1);
  return { table: { columns, rows }, next: last ?? null };
}

type ListedAttempt = AttemptRow & {
  readonly name: string;
  readonly email: string;
  readonly versions: string | null;
};

async function listAttempts(
  db: Db,
  quizIds: readonly string[],
  after: AfterAttempt | null,
): Promise<ListedAttempt[]> {
  if (quizIds.length === 0) return [];
  const attempts = attemptsWithKeys(db)
    .innerJoin('users', 'users.id', 'attempts.userId')
    .select(['users.name', 'users.email'])
    .where('attempts.quizId', 'in', quizIds)
    .orderBy('attempts.quizId')
    .orderBy('attempts.userId')
    .orderBy('attempts.id')
    .limit(ATTEMPTS_AT_ONCE);
  if (after === null) return attempts.execute();
  const { quizId, userId, id } = after;
  return attempts
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('attempts.quizId', 'attempts.userId', 'attempts.id'), '>', tuple(quizId, userId, id)),
    )
    .execute();
}

type Versions = ReadonlyMap<string, QuestionVersionRow>;

async function readVersions(db: Db, attempts: readonly ListedAttempt[]): Promise<Versions> {
  const quizIds = [...new Set(attempts.map(({ quizId }) => quizId))];
  if (quizIds.length === 0) return new Map();
  const rows = await db.selectFrom('questionVersions').selectAll().where('quizId', 'in', quizIds).execute();
  return new Map(rows.map((row) => [`${row.questionId} ${row.version}`, row]));
}

function rowsOf(row: ListedAttempt, quiz: Quiz, versions: Versions): (string | number)[][] {
  const { name, email, userId, versions: keys } = row;
  const attempt = attemptOf(row);
  if (quiz.use === 'test' && attempt.handedInAt === null) return [];
  const keysOf = new Map((keys === null ? [] : parseKeys(keys)).map(({ id, keys }) => [id, keys]));
  const ofAttempt = [attempt.id, attempt.handedInAt ?? '', attempt.isOverLimit ? 'yes' : ''];
  return [...answersThatCount(quiz.use, attempt).values()].flatMap((given) => {
    const { questionId, version, answer, answeredAt } = given;
    const versionOf = (one: number) => versions.get(`${questionId} ${one}`);
    const seen = versionOf(version);
    if (seen === undefined) return [];
    // By the key of the score, which a regrade may have changed.
    const key = versionOf(chooseKey(keysOf.get(questionId) ?? [version], versionOf, answer)) ?? seen;
    const { share } = gradeAnswer(key, answer);
    const grade =
      share === null ? ['', ''] : [Math.round(100 * share), Math.round(100 * share * seen.points) / 100];
    return [
      [
        ...[quiz.use, quiz.title, name, email, ...ofAttempt, textOfHtml(seen.prompt), version],
        ...[describeAnswer(seen, answer), answeredAt, ...grade, userId, questionId],
      ],
    ];
  });
}

/** The answer as its learner saw it: the texts of choices. */
function describeAnswer({ choices }: Pick<QuestionVersionRow, 'choices'>, answer: Answer): string {
  const texts = new Map(readChoices({ choices }).map(({ id, text }) => [id, text]));
  const textOf = (id: string) => texts.get(id) ?? id;
  if (typeof answer === 'string') return textOf(answer);
  return answer
    .map((part) => (typeof part === 'string' ? textOf(part) : part.map(textOf).join(' – ')))
    .join('; ');
}
