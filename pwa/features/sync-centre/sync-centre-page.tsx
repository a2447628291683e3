import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { useSyncStatus } from '#pwa/session/use-sync-status.ts';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { Drafts } from './drafts/drafts.tsx';
import { UnsentEdits } from './edits/unsent-edits.tsx';
import { readCentre } from './model/read-centre.ts';
import { Arrived } from './summary/arrived.tsx';
import { QueueActions } from './summary/queue-actions.tsx';
import { StorageState } from './summary/storage-state.tsx';
import { Summary } from './summary/summary.tsx';
import styles from './sync-centre-page.module.css';

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
      <Stack as="header" gap={1}>
        <PageTitle>Sync centre</PageTitle>
        <p className={styles.lead}>Your unsent edits and drafts, and their status.</p>
      </Stack>
      <Summary status={status} isOnline={isOnline} />
      {centre ? (
        <>
          <QueueActions unsent={centre.unsent} />
          <UnsentEdits centre={centre} isOnline={isOnline} hasSession={session.state === 'signedIn'} />
          <Drafts centre={centre} />
          <Arrived first={centre.arrived} />
        </>
      ) : (
        <Skeleton height="17rem" />
      )}
      <StorageState centre={centre ?? null} />
    </Page>
  );
}
