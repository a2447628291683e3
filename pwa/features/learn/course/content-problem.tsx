import { paths } from '#pwa/paths.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { RefreshIcon } from '#pwa/ui/display/icons.tsx';
import { LoadFailure } from '#pwa/ui/feedback/load-failure.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import styles from './content-problem.module.css';
import type { CourseRefresh } from './use-course-refresh.ts';

/** Shown if the course is unlocked but not on this device, and could not be fetched. */
export function ContentProblem({ problem }: { problem: string | null }) {
  return (
    <div className={styles.page}>
      <PageTitle>{messages.contentProblemTitle}</PageTitle>
      <LoadFailure
        sentence={messages.contentFailed}
        problem={problem}
        actions={<ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>}
      >
        <p>This course is unlocked but not downloaded on this device. Your progress and edits are safe.</p>
      </LoadFailure>
    </div>
  );
}

/** Shown if one lesson's text is missing although the course is on the device. */
export function LessonProblem({ refresh }: { refresh: CourseRefresh }) {
  return (
    <Notice tone="bad" title={messages.contentProblemTitle} actions={<RetryButton refresh={refresh} />}>
      <ProblemText problem={refresh.problem}>
        The text of this lesson is not downloaded. Downloaded lessons still open.
      </ProblemText>
    </Notice>
  );
}

function ProblemText({ problem, children }: { problem: string | null; children: string }) {
  const isOnline = useIsOnline();
  return (
    <Stack gap={2}>
      <p>{children}</p>
      <p>
        {isOnline
          ? (problem ?? messages.contentFailed)
          : 'No connection. It downloads automatically when you are connected.'}
      </p>
      <p>Your progress and edits are safe.</p>
    </Stack>
  );
}

function RetryButton({ refresh }: { refresh: CourseRefresh }) {
  return (
    <Button variant="primary" isBusy={refresh.isBusy} onClick={refresh.retry}>
      {!refresh.isBusy && <RefreshIcon />}
      Try Again
    </Button>
  );
}
