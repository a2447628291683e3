import type { Attempt } from './attempt.ts';
import type { Quiz } from './quiz.ts';

/** What a result is made of; an attempt of which the server does not know yet has no grade. */
export type ResultAttempt = Pick<Attempt, 'submittedAt'> &
  Partial<Pick<Attempt, 'handedInAt' | 'score' | 'maxScore' | 'isPassed' | 'isOverLimit'>>;

export interface QuizResult<A> {
  /** The graded attempt whose score is that of the quiz; null if there is none. */
  readonly attempt: A | null;
  readonly isPassed: boolean;
  /** Attempts that were handed in and are not over the limit, graded or not. */
  readonly used: number;
  /** Attempts that are left; null without a limit. */
  readonly left: number | null;
}

/** Returns what a learner has reached in a quiz, of their attempts in any order. */
export function resultOf<A extends ResultAttempt>(
  { attemptsMax, scoreRule }: Pick<Quiz, 'attemptsMax' | 'scoreRule'>,
  attempts: readonly A[],
): QuizResult<A> {
  const counted = attempts
    .filter(({ submittedAt, isOverLimit }) => submittedAt !== null && isOverLimit !== true)
    .sort(inOrder);
  const graded = counted.filter(({ score }) => typeof score === 'number');
  const attempt = (scoreRule === 'last' ? graded.at(-1) : bestOf(graded)) ?? null;
  return {
    attempt,
    isPassed: attempt?.isPassed === true,
    used: counted.length,
    left: attemptsMax === null ? null : Math.max(0, attemptsMax - counted.length),
  };
}

const inOrder = (one: ResultAttempt, other: ResultAttempt): number =>
  orderOf(one) < orderOf(other) ? -1 : Number(orderOf(one) > orderOf(other));

/** In the order in which the server got them; then those that it does not have yet. */
const orderOf = ({ handedInAt, submittedAt }: ResultAttempt): string =>
  handedInAt ? `0 ${handedInAt}` : `1 ${submittedAt ?? ''}`;

/** The first with the highest share of its points, because the points of a test may have changed in between. */
function bestOf<A extends ResultAttempt>(attempts: readonly A[]): A | undefined {
  let best: A | undefined;
  for (const attempt of attempts) if (best === undefined || shareOf(attempt) > shareOf(best)) best = attempt;
  return best;
}

const shareOf = ({ score, maxScore }: ResultAttempt): number => (maxScore ? (score ?? 0) / maxScore : 1);
