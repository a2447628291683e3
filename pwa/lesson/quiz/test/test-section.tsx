import { listQuestions, type Test } from '#pwa/sync/quizzes/lesson-quizzes.ts';
import { QuizSection } from '../quiz-section.tsx';
import { useHere, useIsWide } from '../use-quiz-actions.ts';
import { TestOutcome } from './test-outcome.tsx';
import { TestQuestions } from './test-questions.tsx';

/** A test of a lesson: its start, its questions, or what came of it. */
export function TestSection({ test }: { test: Test }) {
  const { quiz, open } = test;
  const { questionId, go } = useHere(test.questionId, open?.id ?? null);
  const isWide = useIsWide();
  if (open === null)
    return (
      <QuizSection quiz={quiz} kicker="Test" place={null} step="outcome">
        <TestOutcome test={test} />
      </QuizSection>
    );
  const questions = listQuestions(quiz, open.id);
  const at = questions.findIndex(({ id }) => id === questionId);
  const total = questions.length;
  return (
    <QuizSection
      quiz={quiz}
      kicker="Test"
      place={!isWide && at >= 0 && total > 1 ? `Question ${at + 1} of ${total}` : null}
      step={at < 0 ? 'overview' : 'questions'}
    >
      <TestQuestions quiz={quiz} attempt={open} questions={questions} at={at} isWide={isWide} onGo={go} />
    </QuizSection>
  );
}
