import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

export interface AnswerInputProps {
  question: Question;
  attemptId: string;
  labelledBy: string;
  answer: Answer | null;
  /** It was answered: the answer is shown. */
  isLocked: boolean;
  onChange: (answer: Answer) => void;
}
