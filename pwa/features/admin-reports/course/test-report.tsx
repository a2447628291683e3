import { useState } from 'react';
import { RegradeNotice } from '#pwa/course-ui/regrade-notice.tsx';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { enqueueAttemptCount, enqueueRegrade } from '#pwa/sync/enqueue/grade-commands.ts';
import { ChartTable } from '#pwa/ui/charts/chart-table.tsx';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { formatCount } from '#schema/messages/count.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { RegradeMode } from '#schema/quizzes/regrade.ts';
import type { QuizReport, ReportedAttempt, TestScores } from '#schema/reports/reports.ts';
import styles from '../report.module.css';
import { PracticeReport } from './practice-report.tsx';
import { describeAttempt, describeScores, findCount, findRegrade } from './test-model.ts';

interface TestReportProps {
  courseId: string;
  quiz: QuizReport;
  /** Commands that the report does not show yet. */
  commands: readonly OutboxRow[];
}

/** How a test was answered: its scores, each learner’s attempts, and its attempts with an earlier key. */
export function TestReport({ courseId, quiz, commands }: TestReportProps) {
  const { scores, learners } = quiz;
  const { failure, ...actions } = useGrading(courseId, quiz);
  return (
    <PracticeReport quiz={quiz}>
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <Outdated quiz={quiz} commands={commands} onRegrade={actions.regrade} />
      {scores === null ? <p>Nobody has handed this test in yet.</p> : <Scores scores={scores} />}
      {scores !== null && (
        <Stack as="ul" gap={4} aria-label="Attempts">
          {learners
            .filter(({ handedIn }) => handedIn.length > 0)
            .map((learner) => (
              <li key={learner.userId}>
                <p className={styles.name} dir="auto">
                  {learner.name}
                </p>
                <Stack as="ul" gap={2} className={styles.attempts}>
                  {learner.handedIn.map((attempt) => (
                    <Attempt
                      key={attempt.attemptId}
                      attempt={attempt}
                      name={learner.name}
                      isQueued={findCount(commands, learner.userId, attempt.attemptId)}
                      onCount={() => actions.count(learner, attempt.attemptId)}
                    />
                  ))}
                </Stack>
              </li>
            ))}
        </Stack>
      )}
    </PracticeReport>
  );
}

function Scores({ scores }: { scores: TestScores }) {
  return (
    <Stack gap={2}>
      <p>{describeScores(scores)}</p>
      <ChartTable
        columns={['Score', 'Learners']}
        rows={scores.bands.map(({ from, to, learners }) => ({
          key: String(from),
          cells: [`${from} to ${to}\u00a0%`, formatCount(learners)],
        }))}
      />
    </Stack>
  );
}

interface OutdatedProps extends Pick<TestReportProps, 'quiz' | 'commands'> {
  onRegrade: (mode: RegradeMode) => void;
}

function Outdated({ quiz: { quizId, outdated }, commands, onRegrade }: OutdatedProps) {
  if (findRegrade(commands, quizId))
    return (
      <Notice tone="wait">The attempts are graded again. Refresh the report to see the new scores.</Notice>
    );
  if (outdated === 0) return null;
  return <RegradeNotice outdated={outdated} onRegrade={onRegrade} />;
}

interface AttemptProps {
  attempt: ReportedAttempt;
  /** That of the learner. */
  name: string;
  /** Whether it is to be counted, which the report does not show yet. */
  isQueued: boolean;
  onCount: () => void;
}

function Attempt({ attempt, name, isQueued, onCount }: AttemptProps) {
  const { isOverLimit, number } = attempt;
  return (
    <Cluster as="li">
      <span>{describeAttempt(attempt)}</span>
      {isOverLimit && !isQueued && (
        <>
          <Chip tone="wait">Over the limit</Chip>
          <Button size="sm" aria-label={`Count this attempt: attempt ${number} of ${name}`} onClick={onCount}>
            Count this attempt
          </Button>
        </>
      )}
      {isOverLimit && isQueued && <Chip tone="ok">Counted</Chip>}
    </Cluster>
  );
}

/** Queues what an admin decides about the grades of a test. */
function useGrading(courseId: string, { quizId, title: quizTitle }: QuizReport) {
  const authorId = useUserId();
  const [failure, setFailure] = useState<string | null>(null);
  const queue = async (work: Promise<void>) => {
    setFailure(null);
    await work.catch((error: unknown) => setFailure(describeFailure(error)));
  };
  const ofTest = { courseId, quizId, quizTitle };
  return {
    failure,
    count: ({ userId, name }: QuizReport['learners'][number], attemptId: string) =>
      void queue(enqueueAttemptCount(authorId, { ...ofTest, attemptId, userId, userName: name })),
    regrade: (mode: RegradeMode) => void queue(enqueueRegrade(authorId, { ...ofTest, mode })),
  };
}
