import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { findFetchedAt, listAdminRequests } from '#pwa/store/admin/admin.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshSupportRequests } from '#pwa/sync/pull/admin-refresh.ts';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import { RequestCard } from './request-card.tsx';

/** Support requests, newest first. */
export function AdminSupportPage() {
  const stored = usePrivateQuery(readRequests, []);
  const refreshing = useRefresh(refreshSupportRequests);
  const now = useNow();
  const fetchedAt = stored?.fetchedAt ?? null;
  const requests = stored?.requests ?? [];
  return (
    <AdminListPage
      title="Support requests"
      fetchedAt={fetchedAt}
      failedTitle={messages.adminDataFailed}
      {...refreshing}
      skeleton={<Skeleton height="16rem" />}
      empty={
        requests.length === 0 && (
          <EmptyState>
            <h2>No support requests yet</h2>
            <p>Requests from the support page appear here and are mailed to the support address.</p>
          </EmptyState>
        )
      }
      isText
    >
      <Stack gap={4}>
        {requests.map((request) => (
          <RequestCard key={request.id} request={request} now={now} />
        ))}
      </Stack>
    </AdminListPage>
  );
}

async function readRequests(store: PrivateStore) {
  const [requests, fetchedAt] = await Promise.all([
    listAdminRequests(store),
    findFetchedAt(store, 'requests'),
  ]);
  return { requests, fetchedAt };
}
