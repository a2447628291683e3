import { v7 as uuid } from 'uuid';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { openPrivateStore, type Reader } from '#pwa/store/database/private-store.ts';
import { putQuizPlace, type QuizPlace, readQuizPlaces } from '#pwa/store/offline/quiz-places.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { shuffleBy } from '#schema/quizzes/shuffle.ts';
import { emptyAttempt, type OwnAttempt, readOwnAttempts } from './own-attempts.ts';
import { readShownQuizzes, type ShownQuiz } from './shown-quizzes.ts';

/** A practice as its learner works on it. */
export interface Practice {
  readonly use: 'practice';
  readonly quiz: ShownQuiz;
  /** The attempt that the learner is in; without answers until the first is given. */
  readonly attempt: OwnAttempt;
  /** The question that is shown; null: after the last one. */
  readonly questionId: string | null;
  /** Whether this device remembers the place. */
  readonly isPlaced: boolean;
  /** How many attempts were finished before. */
  readonly finished: number;
}

/** A test as its learner works on it. */
export interface Test {
  readonly use: 'test';
  readonly quiz: ShownQuiz;
  /** All of the learner's, the oldest first. */
  readonly attempts: readonly OwnAttempt[];
  /** The one that is open on this device; null before the start, and after it was handed in. */
  readonly open: OwnAttempt | null;
  /** The question that is shown; null: the overview. */
  readonly questionId: string | null;
}

export type LearnerQuiz = Practice | Test;

/** Returns the quizzes of a lesson, with the place of the user in each. */
export function readLessonQuizzes(store: Reader, lessonId: string): Promise<LearnerQuiz[]> {
  const tables = [store.quizzes, store.questions, store.attempts, store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    // Side by side: a live query observes no read after an awaited function.
    const [shown, attempts, places] = await Promise.all([
      readShownQuizzes(tx, lessonId),
      readOwnAttempts(tx, lessonId),
      readQuizPlaces(tx),
    ]);
    const quizzes = shown.filter(({ questions }) => questions.length > 0);
    return quizzes.map((quiz) => {
      const own = attempts.filter(({ quizId }) => quizId === quiz.id);
      return toLearnerQuiz(quiz, own, places.get(quiz.id));
    });
  });
}

/** @param own the user's attempts at it, the oldest first */
export const toLearnerQuiz = (
  quiz: ShownQuiz,
  own: readonly OwnAttempt[],
  place: QuizPlace | undefined,
): LearnerQuiz => (quiz.use === 'test' ? testOf(quiz, own, place) : practiceOf(quiz, own, place));

/**
 * The attempt that this device has begun, else the last one of another device: it is continued. A new one begins where
 * there is none.
 */
function practiceOf(quiz: ShownQuiz, own: readonly OwnAttempt[], place: QuizPlace | undefined): Practice {
  const begun = place === undefined ? own.at(-1) : own.find(({ id }) => id === place.attemptId);
  const attempt = begun ?? newAttempt(quiz.id, place);
  const finished = own.filter((one) => one.id !== attempt.id && isFinished(quiz, one)).length;
  const questionId = placeIn(quiz, attempt, place);
  return { use: 'practice', quiz, attempt, questionId, isPlaced: place !== undefined, finished };
}

/** Only the attempt of this device's place is continued: two devices make two attempts, unless the learner says otherwise. */
function testOf(quiz: ShownQuiz, own: readonly OwnAttempt[], place: QuizPlace | undefined): Test {
  const test = { use: 'test', quiz, attempts: own } as const;
  if (place === undefined) return { ...test, open: null, questionId: null };
  const attempt = own.find(({ id }) => id === place.attemptId) ?? newAttempt(quiz.id, place);
  if (attempt.submittedAt !== null) return { ...test, open: null, questionId: null };
  return { ...test, open: attempt, questionId: placeIn(quiz, attempt, place) };
}

function placeIn(quiz: ShownQuiz, attempt: OwnAttempt, place: QuizPlace | undefined): string | null {
  const isKnown = place !== undefined && (place.questionId === null || hasQuestion(quiz, place.questionId));
  return isKnown ? place.questionId : firstOpen(quiz, attempt);
}

/** Practice is not handed in: it is finished when each of its questions has an answer. */
export const isFinished = (quiz: ShownQuiz, attempt: OwnAttempt): boolean =>
  firstOpen(quiz, attempt) === null;

const hasQuestion = (quiz: ShownQuiz, id: string): boolean =>
  quiz.questions.some((question) => question.id === id);

function firstOpen(quiz: ShownQuiz, { id: attemptId, answers }: OwnAttempt): string | null {
  const answered = new Set(answers.map(({ questionId }) => questionId));
  return listQuestions(quiz, attemptId).find(({ id }) => !answered.has(id))?.id ?? null;
}

/** The questions in the order in which an attempt asks them. */
export const listQuestions = (quiz: ShownQuiz, attemptId: string): readonly Question[] =>
  quiz.isShuffled === 1 ? shuffleBy(attemptId, quiz.questions) : quiz.questions;

function newAttempt(quizId: string, place: QuizPlace | undefined): OwnAttempt {
  const { attemptId = uuid(), startedAt = new Date().toISOString() } = place ?? {};
  return emptyAttempt({ id: attemptId, quizId, startedAt });
}

/** Shows another question of the attempt, and returns to it after a reload. */
export function goToQuestion(
  userId: string,
  { quizId, id: attemptId, startedAt }: Pick<OwnAttempt, 'id' | 'quizId' | 'startedAt'>,
  questionId: string | null,
): Promise<void> {
  return putQuizPlace(openPrivateStore(userId), quizId, { attemptId, startedAt, questionId });
}

/** Begins another attempt; the earlier ones stay in the record. */
export function startAttempt(userId: string, quiz: ShownQuiz): Promise<void> {
  const attempt = newAttempt(quiz.id, undefined);
  return goToQuestion(userId, attempt, firstOpen(quiz, attempt));
}
