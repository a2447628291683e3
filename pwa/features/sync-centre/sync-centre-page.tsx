import { useIsOnline } from '../../session/use-is-online.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { useSession } from '../../session/use-session.ts';
import { useSyncStatus } from '../../session/use-sync-status.ts';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Arrived } from './arrived.tsx';
import { Drafts } from './drafts.tsx';
import { QueueActions } from './queue-actions.tsx';
import { readCentre } from './read-centre.ts';
import { StorageState } from './storage-state.tsx';
import { Summary } from './summary.tsx';
import styles from './sync-centre-page.module.css';
import { UnsentEdits } from './unsent-edits.tsx';

/**
 * Where one's work is: every edit that has not arrived, what is not saved yet, what arrived last, and how
 * safe this device is. Everything comes from the device, so it is as true without a network.
 */
export function SyncCentrePage() {
  const centre = usePrivateQuery(readCentre, []);
  const status = useSyncStatus();
  const isOnline = useIsOnline();
  const session = useSession();
  return (
    <Page width="text" className={styles.page}>
      <header className={styles.head}>
        <PageTitle>Sync centre</PageTitle>
        <p className={styles.lead}>Where your work is, and what happens to it next.</p>
      </header>
      <Summary status={status} isOnline={isOnline} />
      {centre ? (
        <>
          <QueueActions unsent={centre.unsent} />
          <UnsentEdits centre={centre} isOnline={isOnline} hasSession={session.state === 'signedIn'} />
          <Drafts centre={centre} />
          <Arrived rows={centre.arrived} />
        </>
      ) : (
        <Skeleton height="20rem" />
      )}
      <StorageState centre={centre ?? null} />
    </Page>
  );
}
