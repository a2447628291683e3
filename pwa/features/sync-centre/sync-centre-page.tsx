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
 * The sync centre: all unsent edits, unsaved drafts, the last acknowledged edits, and storage. Everything is
 * read from the device, so the page works offline.
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
