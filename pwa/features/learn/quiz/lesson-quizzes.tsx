import { PracticeSection } from './practice-section.tsx';
import { TestSection } from './test/test-section.tsx';
import { useLessonQuizzes } from './use-quiz-actions.ts';

/** The practice and the tests of a lesson, below its resources. */
export function LessonQuizzes({ lessonId }: { lessonId: string }) {
  const all = useLessonQuizzes(lessonId);
  return (all ?? []).map((one) =>
    one.use === 'test' ? (
      <TestSection key={one.quiz.id} test={one} />
    ) : (
      <PracticeSection key={one.quiz.id} practice={one} />
    ),
  );
}
