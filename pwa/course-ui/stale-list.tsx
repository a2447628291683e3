import { RetryLink } from '#pwa/ui/feedback/retry-link.tsx';
import styles from './stale-list.module.css';

interface StaleListProps {
  /** Why the list was not fetched: the server's sentence, or the catalogue's. */
  problem: string;
  /** Whether it is on the device too. */
  isStored: boolean;
  onRetry: () => void;
}

/** Beside a list that may be outdated, because it could not be fetched again. */
export function StaleList({ problem, isStored, onRetry }: StaleListProps) {
  return (
    <>
      <strong className={styles.stale}>{/[.!?]$/.test(problem) ? problem : `${problem}.`}</strong>{' '}
      {isStored ? 'This is the list saved on this device.' : 'This list may be out of date.'}{' '}
      <RetryLink onRetry={onRetry} />
    </>
  );
}
