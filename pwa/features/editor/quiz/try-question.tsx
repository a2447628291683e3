import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { QuestionCard } from '#pwa/lesson/quiz/question-card.tsx';
import { TrialContext } from '#pwa/lesson/quiz/trial-context.ts';
import { emptyAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

const TRIAL = { work: null, isPhone: false };

interface TryQuestionProps {
  /** As it is typed, also if it is not saved. */
  question: Question;
  use: QuizUse;
  onClose: () => void;
}

/** A question as learners see it, with their own component. Nothing is stored or sent. */
export function TryQuestion({ question, use, onClose }: TryQuestionProps) {
  const [attempt, setAttempt] = useState(() =>
    emptyAttempt({ id: uuid(), quizId: question.quizId, startedAt: new Date().toISOString() }),
  );
  const answer = async ({ id: questionId, version }: Question, given: Answer) => {
    const added = { questionId, version, answer: given, answeredAt: new Date().toISOString() };
    setAttempt((before) => ({ ...before, answers: [...before.answers, added] }));
  };
  return (
    <Dialog
      isOpen
      isWide
      title="Try the question"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        Nothing of this is saved.
        {use === 'test' &&
          ' In the test, learners see what is right only after they handed in, if you show it.'}
      </p>
      <TrialContext value={TRIAL}>
        <QuestionCard question={question} number={null} attempt={attempt} onAnswer={answer} />
      </TrialContext>
    </Dialog>
  );
}
