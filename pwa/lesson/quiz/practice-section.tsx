import { isFinished, listQuestions, type Practice } from '#pwa/sync/quizzes/lesson-quizzes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { gradeAttempt } from '#schema/quizzes/grading.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { AnswerProblem } from './answer-problem.tsx';
import { describePoints } from './describe-points.ts';
import { QuestionCard } from './question-card.tsx';
import { QuizSection } from './quiz-section.tsx';
import { Steps } from './steps.tsx';
import { useHere, useIsWide, usePlace, useQuizActions, useStart } from './use-quiz-actions.ts';

/** One question a page; all of them where there is room. */
export function PracticeSection({ practice }: { practice: Practice }) {
  const { quiz, attempt } = practice;
  usePlace(practice);
  const { questionId, go } = useHere(practice.questionId, attempt.id);
  const actions = useQuizActions(quiz, attempt);
  const goTo = (id: string | null) => {
    go(id);
    actions.goTo(id);
  };
  const again = useStart(quiz);
  const isWide = useIsWide();
  const questions = listQuestions(quiz, attempt.id);
  const at = questions.findIndex(({ id }) => id === questionId);
  const current = questions[at];
  const isDone = isFinished(quiz, attempt);
  const next = questions[at + 1];
  const shown = isWide || current === undefined ? questions : [current];
  const isOpen = isWide || current !== undefined;
  const isPaged = !isWide && current !== undefined;
  return (
    <QuizSection
      quiz={quiz}
      place={isPaged && questions.length > 1 ? `Question ${at + 1} of ${questions.length}` : null}
    >
      {isOpen &&
        shown.map((question) => (
          <QuestionCard
            key={`${attempt.id} ${question.id}`}
            question={question}
            number={isWide && questions.length > 1 ? questions.indexOf(question) + 1 : null}
            attempt={attempt}
            onAnswer={actions.answer}
          />
        ))}
      <AnswerProblem problem={actions.problem ?? again.problem} />
      {isPaged && (
        <Steps
          onBack={at > 0 ? () => goTo(questions[at - 1]?.id ?? null) : null}
          onNext={next === undefined ? null : () => goTo(next.id)}
          end={next === undefined && isDone ? { label: 'See how you did', onClick: () => goTo(null) } : null}
        />
      )}
      {isDone && (isWide || current === undefined) && (
        <Result
          practice={practice}
          onReview={isWide ? null : () => goTo(questions[0]?.id ?? null)}
          onAgain={again.start}
        />
      )}
    </QuizSection>
  );
}

interface ResultProps {
  practice: Practice;
  /** Null where the questions are shown anyway. */
  onReview: (() => void) | null;
  onAgain: () => void;
}

function Result({ practice: { quiz, attempt, finished }, onReview, onAgain }: ResultProps) {
  const own = gradeAttempt({ ...quiz, questions: quiz.questions }, attempt);
  // The device has no earlier versions of questions, which the server grades by.
  const { score, maxScore } = {
    score: attempt.score ?? own.score,
    maxScore: attempt.maxScore ?? own.maxScore,
  };
  const actions = (
    <>
      {onReview !== null && <Button onClick={onReview}>Look at your answers</Button>}
      <Button onClick={onAgain}>Start again</Button>
    </>
  );
  return (
    <Notice
      tone={score === maxScore ? 'ok' : 'info'}
      title={resultOf(score, maxScore, quiz.questions)}
      actions={actions}
    >
      Your first answers count.{finished > 0 && ` This was your attempt ${finished + 1}.`}
    </Notice>
  );
}

/** `2 of 3 points`; a practice of open questions only has no points. */
function resultOf(score: number, maxScore: number, questions: readonly Question[]): string {
  if (maxScore === 0) return questions.length === 1 ? 'Answered' : 'All answered';
  return describePoints(score, maxScore);
}
