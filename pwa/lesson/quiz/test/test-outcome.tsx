import { use, useState } from 'react';
import { paths } from '#pwa/paths.ts';
import type { Test } from '#pwa/sync/quizzes/lesson-quizzes.ts';
import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { countOf } from '#schema/messages/count.ts';
import { resultOf } from '#schema/quizzes/result.ts';
import { AnswerProblem } from '../answer-problem.tsx';
import { TrialContext } from '../trial-context.ts';
import { useResume, useStart } from '../use-quiz-actions.ts';
import { describeOutcome, describeStart } from './describe-test.ts';
import styles from './test.module.css';
import { TestReview } from './test-review.tsx';

/** Without an open attempt: how a test begins, and what came of the last attempt. */
export function TestOutcome({ test: { quiz, attempts } }: { test: Test }) {
  const { problem, start } = useStart(quiz);
  const result = resultOf(quiz, attempts);
  const last = findLast(attempts);
  return (
    <>
      {last !== null && <Outcome {...{ quiz, last, result }} onAgain={start} />}
      {last === null && (
        <div className={styles.panel}>
          {describeStart(quiz, result).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <Button variant="primary" onClick={start}>
            Start the test
          </Button>
        </div>
      )}
      <AnswerProblem problem={problem} />
      <OpenElsewhere attempts={attempts} />
    </>
  );
}

interface OutcomeProps {
  quiz: Test['quiz'];
  last: OwnAttempt;
  result: ReturnType<typeof resultOf<OwnAttempt>>;
  onAgain: () => void;
}

function Outcome({ quiz, last, result, onAgain }: OutcomeProps) {
  const [isReviewed, setIsReviewed] = useState(false);
  const { tone, title, sentences } = describeOutcome(quiz, last, result);
  // The review is fetched, and the server has no attempt that is only tried.
  const canReview = last.score !== null && quiz.release === 'answers' && use(TrialContext) === null;
  const actions = (
    <>
      {last.unsent === 'refused' && <ButtonLink to={paths.syncCentre}>Open the sync centre</ButtonLink>}
      {canReview && !isReviewed && <Button onClick={() => setIsReviewed(true)}>Look at your answers</Button>}
      {result.left !== 0 && <Button onClick={onAgain}>Try again</Button>}
    </>
  );
  return (
    <>
      <Notice tone={tone} title={title} actions={actions}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {canReview && isReviewed && <TestReview key={last.id} quiz={quiz} attemptId={last.id} />}
    </>
  );
}

/** The attempt that was handed in last: in the order of the server, then what it does not have yet. */
function findLast(attempts: readonly OwnAttempt[]): OwnAttempt | null {
  const orderOf = ({ handedInAt, submittedAt }: OwnAttempt) =>
    handedInAt === null ? `1 ${submittedAt}` : `0 ${handedInAt}`;
  const handedIn = attempts.filter(({ submittedAt }) => submittedAt !== null);
  return handedIn.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)).at(-1) ?? null;
}

/** Attempts of other devices are named. The last one may be continued here: that device may be lost, or signed out. */
function OpenElsewhere({ attempts }: { attempts: readonly OwnAttempt[] }) {
  const { problem, resume } = useResume();
  const open = attempts.filter(({ submittedAt }) => submittedAt === null);
  const last = open.at(-1);
  if (last === undefined) return null;
  const answers = new Set(
    open.flatMap((one) => one.answers.map(({ questionId }) => `${one.id} ${questionId}`)),
  );
  return (
    <>
      <Notice
        title={`${countOf(open.length, 'attempt')} ${open.length === 1 ? 'is' : 'are'} open on another device`}
        actions={<Button onClick={() => resume(last)}>Continue here</Button>}
      >
        {countOf(answers.size, 'answered question')} so far. Continue it where you began it, or here with what
        has arrived. An attempt that you start here is another one.
      </Notice>
      <AnswerProblem problem={problem} />
    </>
  );
}
