import type { Attempt } from '#schema/quizzes/attempt.ts';
import type { Question, Quiz } from '#schema/quizzes/quiz.ts';

interface Versioned {
  readonly v: number;
}

/** Practice or a test of a downloaded course; for admins of every course, with the keys of tests. */
export type QuizRow = Quiz & Versioned;
export type QuestionRow = Question & Versioned;

/** An attempt of the user, as it was pulled; answers that were not are in the outbox (sync/quizzes/own-attempts.ts). */
export type AttemptRow = Attempt & Versioned;
