import { useMemo } from 'react';
import { QuizSections } from '#pwa/lesson/quiz/quiz-sections.tsx';
import { TrialContext } from '#pwa/lesson/quiz/trial-context.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listImportedQuizzes } from '#pwa/sync/quizzes/imported-quizzes.ts';
import { readShownQuizzes, type ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { useTrial } from '../quiz/use-trial.ts';

const none: readonly ShownQuiz[] = [];

interface PreviewQuizzesProps {
  lessonId: string;
  isPhone: boolean;
}

/** The practice and tests of a lesson, with what is not sent. They can be answered; nothing of it is stored or sent. */
export function PreviewQuizzes({ lessonId, isPhone }: PreviewQuizzesProps) {
  const quizzes = usePrivateQuery(
    (store) => readShownQuizzes(store, lessonId, listImportedQuizzes),
    [lessonId],
  );
  const { shown, work } = useTrial(quizzes ?? none);
  const trial = useMemo(() => ({ work, isPhone }), [work, isPhone]);
  return (
    <TrialContext value={trial}>
      <QuizSections quizzes={shown} />
    </TrialContext>
  );
}
