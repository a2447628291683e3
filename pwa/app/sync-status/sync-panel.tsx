import { NETWORK_PAGE, paths } from '#pwa/paths.ts';
import { attempt } from '#pwa/session/action-error.ts';
import { storeUnavailable } from '#pwa/store/database/blocked.ts';
import type { SyncStatus } from '#pwa/sync/status/status.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import styles from './sync-chip.module.css';
import { syncSentence } from './sync-text.ts';

interface SyncPanelProps {
  status: SyncStatus;
  /** Whether a user is signed in or has an expired session; visitors have nothing to send. */
  isKnown: boolean;
}

/** The sync status in a sentence, with a link to the sync centre. */
export function SyncPanel({ status, isKnown }: SyncPanelProps) {
  return (
    <div className={styles.panel}>
      <p>{syncSentence(status, !useObservable(storeUnavailable))}</p>
      {status.isStuck && (
        <p className={styles.problem}>
          Nothing has been sent for over a minute, although the device is connected. Nothing is lost. Retrying
          automatically.
        </p>
      )}
      {status.isIntercepted && (
        <a href={NETWORK_PAGE} target="_blank" rel="noopener">
          Open the network’s page
        </a>
      )}
      {isKnown && (
        <Cluster>
          <Link to={paths.syncCentre} className={buttonClass({ variant: 'line', size: 'sm' })}>
            Open the sync centre
          </Link>
          {status.lost > 0 && (
            <Button size="sm" onClick={() => attempt(dismissLostNote)}>
              Dismiss
            </Button>
          )}
        </Cluster>
      )}
    </div>
  );
}

/** Part of the sync code, which public pages load late. */
async function dismissLostNote(): Promise<void> {
  (await import('#pwa/sync/start.ts')).dismissLost();
}
