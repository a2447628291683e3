import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

/** What an input shows of a question. A test has no key before its answers are released. */
export type AskedQuestion = Pick<Question, 'kind' | 'choices' | 'key'>;

export interface AnswerInputProps {
  question: AskedQuestion;
  attemptId: string;
  labelledBy: string;
  answer: Answer | null;
  /** It was answered: the answer is shown. */
  isLocked: boolean;
  onChange: (answer: Answer) => void;
}
