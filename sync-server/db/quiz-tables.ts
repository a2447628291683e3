import type { QuestionKind } from '#schema/quizzes/question-kind.ts';
import type { RegradeMode } from '#schema/quizzes/regrade.ts';
import type { PlainKind, plainKinds, RowOf } from '#schema/sync/row-kinds.ts';

/** The tables of parts of lessons have the columns of their rows in the pull, except their course. */
export type PlainTables = { [K in PlainKind as (typeof plainKinds)[K]['table']]: Omit<RowOf<K>, 'courseId'> };

export type QuizRow = PlainTables['quizzes'];
export type QuestionRow = PlainTables['questions'];

/** A question as it was at one of its versions; it outlives the question. */
export interface QuestionVersionRow {
  readonly questionId: string;
  readonly version: number;
  readonly quizId: string;
  readonly kind: QuestionKind;
  readonly prompt: string;
  readonly choices: string;
  readonly key: string;
  readonly points: number;
  readonly explanation: string;
}

/** The answers of a learner, by an id of their device. `answers`: JSON (schema/quizzes/attempt.ts). */
export interface AttemptRow {
  readonly userId: string;
  readonly id: string;
  readonly quizId: string;
  readonly startedAt: string;
  submittedAt: string | null;
  /** When the server got it handed in, which is the order of attempts: clocks of devices may be wrong. */
  handedInAt: string | null;
  answers: string;
  score: number | null;
  maxScore: number | null;
  isPassed: 0 | 1 | null;
  /** 1: handed in after as many as the quiz allows, and not counted by an admin. */
  isOverLimit: 0 | 1;
  /** The score before the last regrade that changed it, and when that was. */
  earlierScore: number | null;
  regradedAt: string | null;
  /** Names the keys of its score, those of a grade; null until it is handed in, and of practice. */
  keys: string | null;
}

/** A grade of a handed-in attempt at a test; never changed. One that arrives late has more answers, and another grade. */
export interface GradeRow {
  readonly id: string;
  readonly userId: string;
  readonly attemptId: string;
  /** The digest of `versions`. */
  readonly keys: string;
  /** The answers that were given before it was handed in, as far as the server had them. */
  readonly answerCount: number;
  readonly quizId: string;
  /** JSON: the questions, with the version that was asked and those whose keys count (quizzes/grading-keys.ts). */
  readonly versions: string;
  readonly score: number;
  readonly maxScore: number;
  readonly isPassed: 0 | 1;
  readonly gradedAt: string;
}

/** A quiz whose attempts are graded again, in the order of their keys; removed with the last of them. */
export interface RegradeRow {
  readonly quizId: string;
  mode: RegradeMode;
  afterUserId: string;
  afterAttemptId: string;
  readonly requestedAt: string;
}
