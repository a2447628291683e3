import { isFinished, type Practice } from '#pwa/sync/quizzes/lesson-practice.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { media } from '#pwa/ui/layout/breakpoints.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { useMediaQuery } from '#pwa/ui/layout/use-media-query.ts';
import { gradeAttempt } from '#schema/quizzes/grading.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { shuffleBy } from '#schema/quizzes/shuffle.ts';
import styles from './lesson-quizzes.module.css';
import { QuestionCard } from './question-card.tsx';
import { useLessonPractice, usePracticeActions } from './use-practice.ts';

/** The practice of a lesson, below its resources. */
export function LessonQuizzes({ lessonId }: { lessonId: string }) {
  const all = useLessonPractice(lessonId);
  return (all ?? []).map((practice) => <PracticeSection key={practice.quiz.id} practice={practice} />);
}

/** One question a page; all of them where there is room. */
function PracticeSection({ practice }: { practice: Practice }) {
  const { quiz, attempt, questionId } = practice;
  const actions = usePracticeActions(practice);
  const isWide = useMediaQuery(media['--wide']);
  const questions = quiz.isShuffled === 1 ? shuffleBy(attempt.id, quiz.questions) : quiz.questions;
  const at = questions.findIndex(({ id }) => id === questionId);
  const current = questions[at];
  const isDone = isFinished(quiz, attempt);
  const next = questions[at + 1];
  const shown = isWide || current === undefined ? questions : [current];
  const heading = `practice-${quiz.id}`;
  const isOpen = isWide || current !== undefined;
  return (
    <section className={styles.practice} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading} className={styles.heading} dir="auto">
          {quiz.title}
        </h2>
        {!isWide && current !== undefined && questions.length > 1 && (
          <p className={styles.place}>
            Question {at + 1} of {questions.length}
          </p>
        )}
      </header>
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
      {actions.problem !== null && (
        <Notice tone="bad" title="Your answer was not saved">
          {actions.problem}
        </Notice>
      )}
      {!isWide && current !== undefined && (
        <Steps
          onBack={at > 0 ? () => actions.goTo(questions[at - 1]?.id ?? null) : null}
          onNext={next === undefined ? null : () => actions.goTo(next.id)}
          onEnd={next === undefined && isDone ? () => actions.goTo(null) : null}
        />
      )}
      {isDone && (isWide || current === undefined) && (
        <Result
          practice={practice}
          onReview={isWide ? null : () => actions.goTo(questions[0]?.id ?? null)}
          onAgain={actions.startAgain}
        />
      )}
    </section>
  );
}

interface StepsProps {
  onBack: (() => void) | null;
  onNext: (() => void) | null;
  onEnd: (() => void) | null;
}

function Steps({ onBack, onNext, onEnd }: StepsProps) {
  if (onBack === null && onNext === null && onEnd === null) return null;
  return (
    <Cluster isSpread>
      {onBack === null ? <span /> : <Button onClick={onBack}>Previous question</Button>}
      {onNext !== null && <Button onClick={onNext}>Next question</Button>}
      {onEnd !== null && (
        <Button variant="primary" onClick={onEnd}>
          See how you did
        </Button>
      )}
    </Cluster>
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
  return `${score} of ${maxScore} ${maxScore === 1 ? 'point' : 'points'}`;
}
