import { lastFailure } from '#pwa/api/failures.ts';
import { FailureDetails } from '#pwa/ui/feedback/failure-details.tsx';
import styles from './login-page.module.css';

/** Data for support after a failed login: facts about the call, never a password, a token or a body. */
export function DebugPanel() {
  return (
    <section className={styles.debug} aria-labelledby="debug-title">
      <h2 id="debug-title">Technical details</h2>
      <FailureDetails
        failure={lastFailure()}
        others={[['Browser online', navigator.onLine ? 'yes' : 'no']]}
      />
    </section>
  );
}
