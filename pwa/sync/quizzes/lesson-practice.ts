import { v7 as uuid } from 'uuid';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { openPrivateStore, type Reader } from '#pwa/store/database/private-store.ts';
import { putQuizPlace, type QuizPlace, readQuizPlaces } from '#pwa/store/offline/quiz-places.ts';
import { type OwnAttempt, readOwnAttempts } from './own-attempts.ts';
import { readShownQuizzes, type ShownQuiz } from './shown-quizzes.ts';

/** A quiz as its learner works on it. */
export interface Practice {
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

/** Returns the practice of a lesson, with the place of the user in each. */
export function readLessonPractice(store: Reader, lessonId: string): Promise<Practice[]> {
  const tables = [store.quizzes, store.questions, store.attempts, store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    const quizzes = (await readShownQuizzes(tx, lessonId)).filter(
      ({ use, questions }) => use === 'practice' && questions.length > 0,
    );
    const ids = quizzes.map(({ id }) => id);
    const attempts = await readOwnAttempts(tx, lessonId, ids);
    const places = await readQuizPlaces(tx, ids);
    return quizzes.map((quiz) => {
      const own = attempts.filter(({ quizId }) => quizId === quiz.id);
      return placeIn(quiz, own, places.get(quiz.id));
    });
  });
}

/**
 * The attempt that this device has begun, else the last one of another device: it is continued. A new one begins where
 * there is none.
 */
function placeIn(quiz: ShownQuiz, own: readonly OwnAttempt[], place: QuizPlace | undefined): Practice {
  const begun = place === undefined ? own.at(-1) : own.find(({ id }) => id === place.attemptId);
  const attempt = begun ?? newAttempt(quiz.id, place?.attemptId);
  const finished = own.filter((one) => one.id !== attempt.id && isFinished(quiz, one)).length;
  const isKnown = place !== undefined && (place.questionId === null || hasQuestion(quiz, place.questionId));
  const questionId = isKnown ? place.questionId : firstOpen(quiz, attempt);
  return { quiz, attempt, questionId, isPlaced: place !== undefined, finished };
}

/** Practice is not handed in: it is finished when each of its questions has an answer. */
export const isFinished = (quiz: ShownQuiz, attempt: OwnAttempt): boolean =>
  firstOpen(quiz, attempt) === null;

const hasQuestion = (quiz: ShownQuiz, id: string): boolean =>
  quiz.questions.some((question) => question.id === id);

function firstOpen({ questions }: ShownQuiz, { answers }: OwnAttempt): string | null {
  const answered = new Set(answers.map(({ questionId }) => questionId));
  return questions.find(({ id }) => !answered.has(id))?.id ?? null;
}

function newAttempt(quizId: string, id: string = uuid()): OwnAttempt {
  return { id, quizId, startedAt: new Date().toISOString(), submittedAt: null, answers: [] };
}

/** Shows another question of the attempt, and returns to it after a reload. */
export function goToQuestion(
  userId: string,
  { quizId, id: attemptId }: Pick<OwnAttempt, 'id' | 'quizId'>,
  questionId: string | null,
): Promise<void> {
  return putQuizPlace(openPrivateStore(userId), quizId, { attemptId, questionId });
}

/** Begins another attempt; the earlier ones stay in the record. */
export function startAgain(userId: string, { quiz }: Practice): Promise<void> {
  const place = { attemptId: uuid(), questionId: quiz.questions[0]?.id ?? null };
  return putQuizPlace(openPrivateStore(userId), quiz.id, place);
}
