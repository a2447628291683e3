import { messages } from '#schema/messages.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { useRefresh } from '../../session/use-refresh.ts';
import { findFetchedAt, listAdminRequests } from '../../store/admin.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import { refreshSupportRequests } from '../../sync/admin-refresh.ts';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './admin-support-page.module.css';
import { RequestCard } from './request-card.tsx';

/** Support requests, newest first. */
export function AdminSupportPage() {
  const kept = usePrivateQuery(readRequests, []);
  const { problem, isBusy, isOnline, refresh } = useRefresh(refreshSupportRequests);
  const now = useNow();
  const fetchedAt = kept?.fetchedAt ?? null;
  const requests = kept?.requests ?? [];
  return (
    <Page className={styles.page}>
      <header>
        <PageTitle documentTitle="Support requests">Support requests</PageTitle>
        <Freshness
          fetchedAt={fetchedAt}
          problem={problem}
          failedTitle={messages.adminDataFailed}
          isBusy={isBusy}
          isOnline={isOnline}
          onRefresh={refresh}
        />
      </header>
      {fetchedAt === null && problem === null && <Skeleton height="16rem" />}
      {fetchedAt !== null && requests.length === 0 && (
        <div className={styles.empty}>
          <h2>Nobody has asked yet</h2>
          <p>Requests from the support page appear here, and go to the support address by mail.</p>
        </div>
      )}
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} now={now} />
      ))}
    </Page>
  );
}

async function readRequests(store: PrivateStore) {
  const [requests, fetchedAt] = await Promise.all([
    listAdminRequests(store),
    findFetchedAt(store, 'requests'),
  ]);
  return { requests, fetchedAt };
}
