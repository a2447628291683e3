import styles from './retry-link.module.css';

/** "Try again" within a sentence: as tall as a finger without being as tall as a line. */
export function RetryLink({ onRetry }: { onRetry: () => void }) {
  return (
    <button type="button" className={styles.retry} onClick={onRetry}>
      Try again
    </button>
  );
}
