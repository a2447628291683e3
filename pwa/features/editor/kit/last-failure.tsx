import { lastFailure } from '#pwa/api/failures.ts';
import { FailureDetails } from '#pwa/ui/feedback/failure-details.tsx';
import styles from './last-failure.module.css';

/** The debug panel (spec map, section 2): facts about the last failed call, never a body or a code. */
export function LastFailure() {
  return (
    <details>
      <summary className={styles.summary}>Technical details</summary>
      <FailureDetails failure={lastFailure()} />
    </details>
  );
}
