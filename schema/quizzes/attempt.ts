import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { ANSWER_MAX_CHARACTERS, ATTEMPT_ANSWERS_MAX, QUESTION_CHOICES_MAX } from '../limits.ts';

const Ids = v.pipe(v.array(Id), v.maxLength(QUESTION_CHOICES_MAX));

/**
 * A learner's answer: the id of a choice or a typed text; the ids of several choices, or of all in their order; the pairs
 * of a match, left side first.
 */
export const Answer = v.union([
  v.pipe(v.string(), v.maxLength(ANSWER_MAX_CHARACTERS)),
  Ids,
  v.pipe(v.array(v.tuple([Id, Id])), v.maxLength(QUESTION_CHOICES_MAX)),
]);
export type Answer = v.InferOutput<typeof Answer>;

/** `version`: that of the question as the learner saw it, by which the answer is graded. */
export const GivenAnswer = v.object({
  questionId: Id,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  answer: Answer,
  answeredAt: Instant,
});
export type GivenAnswer = v.InferOutput<typeof GivenAnswer>;

/** Answers of one attempt, which are added to those that the server has. A score is never sent. */
export const AttemptInput = v.object({
  id: v.pipe(v.string(), v.uuid()),
  quizId: Id,
  startedAt: Instant,
  /** When it was handed in; once set, it stays. */
  submittedAt: v.optional(Instant),
  answers: v.pipe(v.array(GivenAnswer), v.maxLength(ATTEMPT_ANSWERS_MAX)),
});
export type AttemptInput = v.InferOutput<typeof AttemptInput>;

/** What is known of an attempt before it is graded. */
export interface AttemptRecord {
  readonly startedAt: string;
  readonly submittedAt: string | null;
  /** All answers that were ever given, in the order of their times: a later answer does not remove an earlier one. */
  readonly answers: readonly GivenAnswer[];
}

/** An attempt as its learner receives it. `score` and `maxScore` in points; null until it is graded. */
export const Attempt = v.object({
  id: Id,
  quizId: Id,
  startedAt: Instant,
  submittedAt: v.nullable(Instant),
  /** When the server got it handed in; the order of attempts, because clocks of devices may be wrong. */
  handedInAt: v.nullable(Instant),
  answers: v.array(GivenAnswer),
  score: v.nullable(v.number()),
  maxScore: v.nullable(v.number()),
  isPassed: v.nullable(v.boolean()),
  /** Handed in after as many as its test allows, in the server's order; it does not count until an admin says so. */
  isOverLimit: v.boolean(),
  /** The score before the last regrade that changed it, and when that was; null if none did. */
  earlierScore: v.nullable(v.number()),
  regradedAt: v.nullable(Instant),
});
export type Attempt = v.InferOutput<typeof Attempt>;

export const AttemptReply = v.object({ attempt: Attempt });

/** An answer is told from all others by its question and its time. */
const nameOf = ({ questionId, answeredAt }: GivenAnswer): string => `${questionId} ${answeredAt}`;

const inOrder = (one: GivenAnswer, other: GivenAnswer): number =>
  Date.parse(one.answeredAt) - Date.parse(other.answeredAt) ||
  (one.questionId < other.questionId ? -1 : Number(one.questionId > other.questionId));

/** Unites two states of one attempt, in whatever order they arrive. Of two answers of the same time, the first stays. */
export function uniteAttempts(known: AttemptRecord, added: AttemptRecord): AttemptRecord {
  const names = new Set(known.answers.map(nameOf));
  const answers = [...known.answers];
  for (const answer of added.answers) {
    if (names.has(nameOf(answer))) continue;
    names.add(nameOf(answer));
    answers.push(answer);
  }
  return {
    startedAt: known.startedAt,
    submittedAt: known.submittedAt ?? added.submittedAt,
    answers: answers.sort(inOrder),
  };
}
