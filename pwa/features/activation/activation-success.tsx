import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { LampIcon } from '#pwa/ui/display/icons.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { ACTIVATION_REDIRECT_MS, ACTIVATION_RELOAD_MS } from '#schema/limits.ts';
import styles from './activation-page.module.css';

const TICK_MS = 100;

interface ActivationSuccessProps {
  title: string | null;
  /** The address of the first lesson; null if the course is not known. */
  firstLesson: string | null;
}

/** Shown after the ack: counts down, then goes to the dashboard; or at once to the first lesson. */
export function ActivationSuccess({ title, firstLesson }: ActivationSuccessProps) {
  const { leave, stay } = useLeave();
  const elapsedMs = useElapsed(leave);
  const secondsLeft = Math.max(0, Math.ceil((ACTIVATION_REDIRECT_MS - elapsedMs) / 1_000));
  return (
    <Unlocked title={title}>
      <ProgressBar
        className={styles.countdown}
        value={(elapsedMs / ACTIVATION_REDIRECT_MS) * 100}
        label="Time until your dashboard opens"
      />
      <p className={styles.note}>Your dashboard opens in {secondsLeft} s</p>
      <Cluster className={styles.ways}>
        {firstLesson !== null && (
          <ButtonLink to={firstLesson} variant="primary" onClick={stay}>
            Start lesson 1
          </ButtonLink>
        )}
        <Button variant={firstLesson === null ? 'primary' : 'line'} onClick={leave}>
          Go to dashboard
        </Button>
      </Cluster>
    </Unlocked>
  );
}

/** That a course is unlocked, and the ways on. */
export function Unlocked({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <div className={styles.success}>
      <LampIcon size={4} />
      <div role="status">
        <PageTitle documentTitle="Course unlocked">Your course is unlocked</PageTitle>
        <p className={styles.successText}>
          {title === null ? 'The course' : `“${title}”`} is unlocked. Its lessons are downloading, so that you
          can study offline.
        </p>
      </div>
      {children}
    </div>
  );
}

/**
 * Goes to the dashboard once, then reloads, as the specification requires. The outbox row is acknowledged by
 * then; the next page fetches whatever is missing of the course. After `stay` it goes nowhere: the learner has chosen
 * another page, which may still be loading when the time is over.
 */
function useLeave(): { readonly leave: () => void; readonly stay: () => void } {
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  const leave = useCallback(() => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    void navigate(paths.dashboard);
    setTimeout(() => window.location.reload(), ACTIVATION_RELOAD_MS);
  }, [navigate]);
  const stay = useCallback(() => {
    hasLeft.current = true;
  }, []);
  return { leave, stay };
}

/** Milliseconds since the success was shown; calls `onEnd` when the time is over. */
function useElapsed(onEnd: () => void): number {
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      setElapsedMs(elapsed);
      if (elapsed >= ACTIVATION_REDIRECT_MS) onEnd();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [onEnd]);
  return elapsedMs;
}
