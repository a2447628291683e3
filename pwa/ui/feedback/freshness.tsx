import { Button } from '../controls/button.tsx';
import { RefreshIcon } from '../display/icons.tsx';
import { TimeAgo } from '../format/time-ago.tsx';
import { useNow } from '../format/use-now.ts';
import styles from './freshness.module.css';
import { LoadFailure } from './load-failure.tsx';
import { Notice } from './notice.tsx';

interface FreshnessProps {
  /** When the data was fetched (ISO instant); null if this device never had it. */
  fetchedAt: string | null;
  /** Why the last fetch failed, as a sentence. */
  problem: string | null;
  /** The headline of that problem. */
  failedTitle: string;
  isBusy: boolean;
  isOnline: boolean;
  onRefresh: () => void;
  /** Part of a page: shows its own retry button instead of reloading the page. */
  isPart?: boolean;
}

/** The age of the data and a Refresh button, or why there is no data. */
export function Freshness(props: FreshnessProps) {
  const { fetchedAt, problem, failedTitle, isBusy, isOnline, onRefresh, isPart = false } = props;
  const now = useNow();
  if (fetchedAt === null && problem === null) return <p className={styles.line}>Loading…</p>;
  const again = (
    <Button size="sm" isBusy={isBusy} onClick={onRefresh}>
      {!isBusy && <RefreshIcon />}
      {problem === null ? 'Refresh' : 'Try again'}
    </Button>
  );
  if (fetchedAt === null)
    return isPart ? (
      <Notice tone="bad" title={failedTitle} actions={again} className={styles.nothing}>
        {problem !== failedTitle && <p>{problem}</p>}
        <p>Not loaded on this device yet. Connect once to use it offline.</p>
      </Notice>
    ) : (
      <div className={styles.nothing}>
        <LoadFailure sentence={failedTitle} problem={problem}>
          <p>This page was not loaded on this device yet. Connect once to use it offline.</p>
        </LoadFailure>
      </div>
    );
  return (
    <div className={styles.line} role="status">
      <p title={problem ?? undefined}>
        {problem !== null && isOnline && <strong className={styles.failed}>{failedTitle}. </strong>}
        {isOnline ? 'Updated ' : 'Offline. Updated '}
        <TimeAgo at={fetchedAt} now={now} />
        {problem === null && isOnline ? '' : ', saved on this device'}
      </p>
      {again}
    </div>
  );
}
