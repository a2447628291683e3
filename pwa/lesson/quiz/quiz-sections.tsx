import type { LearnerQuiz } from '#pwa/sync/quizzes/lesson-quizzes.ts';
import { PracticeSection } from './practice-section.tsx';
import { TestSection } from './test/test-section.tsx';

/** The practice and the tests of a lesson, below its resources. */
export function QuizSections({ quizzes }: { quizzes: readonly LearnerQuiz[] }) {
  return quizzes.map((one) =>
    one.use === 'test' ? (
      <TestSection key={one.quiz.id} test={one} />
    ) : (
      <PracticeSection key={one.quiz.id} practice={one} />
    ),
  );
}
