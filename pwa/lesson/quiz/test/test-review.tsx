import { useEffect, useId, useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import { answersThatCount } from '#schema/quizzes/grading.ts';
import type { ReviewedQuestion, ReviewReply } from '#schema/quizzes/review.ts';
import { shuffleBy } from '#schema/quizzes/shuffle.ts';
import { AnswerInput } from '../answer-input.tsx';
import { describePoints } from '../describe-points.ts';
import { Explanation } from '../explanation.tsx';
import styles from '../question-card.module.css';
import { QuestionPrompt } from '../question-prompt.tsx';

interface TestReviewProps {
  quiz: ShownQuiz;
  attemptId: string;
}

/** The released answers of a test, fetched each time they are looked at and stored nowhere. */
export function TestReview({ quiz, attemptId }: TestReviewProps) {
  const isOnline = useIsOnline();
  const { review, problem, retry } = useReview(attemptId);
  if (review !== null) {
    const { questions } = review;
    const shown = quiz.isShuffled === 1 ? shuffleBy(attemptId, questions) : questions;
    const answers = answersThatCount('test', review.attempt);
    return shown.map((question, index) => (
      <Reviewed
        key={question.id}
        question={question}
        number={shown.length > 1 ? index + 1 : null}
        attemptId={attemptId}
        answer={answers.get(question.id)?.answer ?? null}
      />
    ));
  }
  if (problem === null) return <Skeleton width="100%" height="12rem" />;
  return (
    <Notice title="The answers need a connection" actions={<Button onClick={retry}>Fetch them again</Button>}>
      {isOnline ? problem : 'The right answers are never stored on this device. Connect, then fetch them.'}
    </Notice>
  );
}

function useReview(attemptId: string) {
  const [review, setReview] = useState<ReviewReply | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is a call.
  useEffect(() => {
    let isGone = false;
    setProblem(null);
    call(endpoints.getReview, { params: { attemptId } }).then(
      (reply) => !isGone && setReview(reply),
      (error: unknown) => !isGone && setProblem(describeFailure(error)),
    );
    return () => {
      isGone = true;
    };
  }, [attemptId, tries]);
  return { review, problem, retry: () => setTries(tries + 1) };
}

interface ReviewedProps {
  question: ReviewedQuestion;
  number: number | null;
  attemptId: string;
  /** Null: it was left out. */
  answer: Answer | null;
}

/** A question with the learner's answer, the right one, and why. */
function Reviewed({ question, number, attemptId, answer }: ReviewedProps) {
  const prompt = useId();
  const { share, points } = question;
  return (
    <section className={styles.card} aria-labelledby={prompt}>
      <QuestionPrompt id={prompt} number={number} html={question.prompt} />
      <AnswerInput
        question={question}
        attemptId={attemptId}
        labelledBy={prompt}
        answer={answer}
        isLocked
        onChange={() => undefined}
      />
      <div className={styles.reply}>
        <Explanation question={question} answer={answer} />
        {share !== null && (
          <p className={styles.saved}>{describePoints(Math.round(share * points * 100) / 100, points)}</p>
        )}
      </div>
    </section>
  );
}
