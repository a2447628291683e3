import { createContext } from 'react';
import type { AnswersToSave } from '#pwa/sync/enqueue/record-answers.ts';
import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';

/** Where the steps of a learner go. */
export interface QuizWork {
  readonly start: (quiz: ShownQuiz) => Promise<void>;
  readonly record: (answers: AnswersToSave) => Promise<void>;
  readonly goTo: (
    attempt: Pick<OwnAttempt, 'id' | 'quizId' | 'startedAt'>,
    questionId: string | null,
  ) => Promise<void>;
}

/** Questions that are only tried, in the editor. */
interface Trial {
  /** What takes the place of the device; null where the questions do not write themselves. */
  readonly work: QuizWork | null;
  /** They are in the frame of a phone, which media queries do not know. */
  readonly isPhone: boolean;
}

/** Null for learners. In a trial nothing is stored, sent or fetched, and nothing says that it is. */
export const TrialContext = createContext<Trial | null>(null);
