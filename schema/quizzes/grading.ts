import { foldAnswer, isWithin, toNumber } from './answer-text.ts';
import type { Answer, AttemptRecord, GivenAnswer } from './attempt.ts';
import { type QuestionKey, readKey } from './question-content.ts';
import type { QuestionKind, QuizUse } from './question-kind.ts';

/*
 * Grading is pure and the same on devices and the server: practice is explained offline, and the server's grade equals
 * what was shown.
 */

/** A version of a question, with what grading needs of it. */
export interface GradedQuestion {
  readonly id: string;
  readonly version: number;
  readonly kind: QuestionKind;
  readonly key: string;
  readonly points: number;
}

export interface Grade {
  /** From 0 to 1; null for what nobody grades: an open question, or one without its key. */
  readonly share: number | null;
  /** What was right of the whole, such as 2 of 3 choices; partial credit is said in these words. */
  readonly right: number;
  readonly whole: number;
}

const ungraded: Grade = { share: null, right: 0, whole: 0 };
const allOrNothing = (isRight: boolean): Grade => ({
  share: isRight ? 1 : 0,
  right: isRight ? 1 : 0,
  whole: 1,
});
const partOf = (right: number, whole: number, wrong = 0): Grade => ({
  share: whole === 0 ? 0 : Math.max(0, right - wrong) / whole,
  right,
  whole,
});

const isIds = (answer: Answer): answer is string[] =>
  Array.isArray(answer) && answer.every((part) => typeof part === 'string');
const isPairs = (answer: Answer): answer is [string, string][] =>
  Array.isArray(answer) && answer.every((part) => Array.isArray(part));

/** Grades one answer. An answer of the shape of another kind is wrong. */
export function gradeAnswer(question: Pick<GradedQuestion, 'kind' | 'key'>, answer: Answer): Grade {
  const key = readKey(question);
  return key === null ? ungraded : gradeBy(question.kind, key, answer);
}

function gradeBy(kind: QuestionKind, key: QuestionKey, answer: Answer): Grade {
  switch (kind) {
    case 'one':
      return allOrNothing(typeof answer === 'string' && key.right?.[0] === answer);
    case 'several':
      return gradeSeveral(key.right ?? [], isIds(answer) ? answer : []);
    case 'text':
      return allOrNothing(typeof answer === 'string' && isAccepted(key, answer));
    case 'number':
      return allOrNothing(typeof answer === 'string' && isNear(key, answer));
    case 'match':
      return gradePairs(key.pairs ?? [], isPairs(answer) ? answer : []);
    case 'order':
      return gradeOrder(key.order ?? [], isIds(answer) ? answer : []);
    case 'open':
      return ungraded;
  }
}

/** A wrong choice takes away what a right one gives, so that choosing all of them gives nothing. */
function gradeSeveral(right: readonly string[], answer: readonly string[]): Grade {
  const chosen = new Set(answer);
  const found = right.filter((id) => chosen.has(id)).length;
  return partOf(found, right.length, chosen.size - found);
}

function isAccepted({ accepted = [], ignoresAccents }: QuestionKey, answer: string): boolean {
  const given = foldAnswer(answer, ignoresAccents);
  return given !== '' && accepted.some((text) => foldAnswer(text, ignoresAccents) === given);
}

function isNear({ value = '', tolerance = '0' }: QuestionKey, answer: string): boolean {
  const [given, wanted] = [toNumber(answer), toNumber(value)];
  return given !== null && wanted !== null && isWithin(given, wanted, toNumber(tolerance) ?? 0);
}

/** The first pair of a left side counts. */
function gradePairs(pairs: readonly [string, string][], answer: readonly [string, string][]): Grade {
  const given = new Map([...answer].reverse());
  return partOf(pairs.filter(([left, right]) => given.get(left) === right).length, pairs.length);
}

/** Counts the lines that are followed by the right one, so that one line in a wrong place does not spoil all others. */
function gradeOrder(order: readonly string[], answer: readonly string[]): Grade {
  const next = new Map(answer.map((id, at) => [id, answer[at + 1]]));
  const steps = order.slice(0, -1).filter((id, at) => next.get(id) === order[at + 1]).length;
  return partOf(steps, Math.max(order.length - 1, 0));
}

/**
 * The answer of each question that counts: of practice the first, because it is explained at once; of a test the last one
 * before it was handed in. All others stay in the record.
 */
export function answersThatCount(use: QuizUse, record: AttemptRecord): Map<string, GivenAnswer> {
  const counted = new Map<string, GivenAnswer>();
  const handedIn = record.submittedAt === null ? Number.POSITIVE_INFINITY : Date.parse(record.submittedAt);
  for (const answer of record.answers) {
    if (use === 'practice' && counted.has(answer.questionId)) continue;
    if (use === 'test' && Date.parse(answer.answeredAt) > handedIn) continue;
    counted.set(answer.questionId, answer);
  }
  return counted;
}

export interface AttemptGrade {
  /** In points. */
  readonly score: number;
  readonly maxScore: number;
  readonly isPassed: boolean;
  /** By question; without those that were left out. */
  readonly grades: ReadonlyMap<string, Grade>;
}

interface Graded {
  readonly use: QuizUse;
  readonly passPercent: number;
  /** The questions as they are now; one that was not answered counts as wrong. */
  readonly questions: readonly GradedQuestion[];
  /** Earlier versions that learners answered. */
  readonly versions?: readonly GradedQuestion[];
}

/** Points are rounded to hundredths, so that thirds add up to the same number everywhere. */
const rounded = (points: number): number => Math.round(points * 100) / 100;

/** Grades an attempt, each answer by the version of its question that the learner saw. */
export function gradeAttempt(
  { use, passPercent, questions, versions = [] }: Graded,
  record: AttemptRecord,
): AttemptGrade {
  const known = new Map([...questions, ...versions].map((one) => [`${one.id} ${one.version}`, one]));
  const asked = new Map(questions.map((one) => [one.id, one]));
  const grades = new Map<string, Grade>();
  let score = 0;
  for (const { questionId, version, answer } of answersThatCount(use, record).values()) {
    const question = known.get(`${questionId} ${version}`);
    if (question === undefined) continue;
    const grade = gradeAnswer(question, answer);
    grades.set(questionId, grade);
    asked.set(questionId, question);
    score += (grade.share ?? 0) * question.points;
  }
  const counted = [...asked.values()].filter(({ kind }) => kind !== 'open');
  const maxScore = counted.reduce((sum, { points }) => sum + points, 0);
  const isPassed = maxScore === 0 || rounded(score) * 100 >= passPercent * maxScore;
  return { score: rounded(score), maxScore: rounded(maxScore), isPassed, grades };
}
