import { QuizSections } from './quiz-sections.tsx';
import { useLessonQuizzes } from './use-quiz-actions.ts';

/** The practice and the tests of a lesson, with what its learner answered. */
export function LessonQuizzes({ lessonId }: { lessonId: string }) {
  return <QuizSections quizzes={useLessonQuizzes(lessonId) ?? []} />;
}
