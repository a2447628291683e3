import styles from './retry-link.module.css';

/** "Try again" within a sentence: a large touch target without a taller line. */
export function RetryLink({ onRetry }: { onRetry: () => void }) {
  return (
    <button type="button" className={styles.retry} onClick={onRetry}>
      Try again
    </button>
  );
}
