import { messages } from '#schema/messages/messages.ts';
import { usePrivateQuery } from '../../session/queries/use-private-query.ts';
import { useRefresh } from '../../session/queries/use-refresh.ts';
import { findFetchedAt, listAdminRequests } from '../../store/admin/admin.ts';
import type { PrivateStore } from '../../store/database/private-store.ts';
import { refreshSupportRequests } from '../../sync/pull/admin-refresh.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Freshness } from '../../ui/feedback/freshness.tsx';
import { useNow } from '../../ui/format/use-now.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import styles from './admin-support-page.module.css';
import { RequestCard } from './request-card.tsx';

/** Support requests, newest first. */
export function AdminSupportPage() {
  const stored = usePrivateQuery(readRequests, []);
  const { problem, isBusy, isOnline, refresh } = useRefresh(refreshSupportRequests);
  const now = useNow();
  const fetchedAt = stored?.fetchedAt ?? null;
  const requests = stored?.requests ?? [];
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
          <h2>No support requests yet</h2>
          <p>Requests from the support page appear here and are mailed to the support address.</p>
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
