import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { explainAnswer } from './explain-answer.ts';

interface ExplanationProps {
  question: Pick<Question, 'kind' | 'choices' | 'key' | 'explanation'>;
  /** Null: the question was left out. */
  answer: Answer | null;
}

/** Says whether an answer is right, names what is wrong with it, and why. */
export function Explanation({ question, answer }: ExplanationProps) {
  const { isRight, title, sentence } = explainAnswer(question, answer);
  return (
    <Notice tone={isRight ? 'ok' : 'info'} title={title}>
      {sentence !== '' && <p dir={question.kind === 'open' ? 'auto' : undefined}>{sentence}</p>}
      {question.explanation !== '' && <p dir="auto">{question.explanation}</p>}
    </Notice>
  );
}
