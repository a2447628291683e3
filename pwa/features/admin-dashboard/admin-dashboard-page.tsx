import { messages } from '#schema/messages/messages.ts';
import { usePrivateQuery } from '../../session/queries/use-private-query.ts';
import { useRefresh } from '../../session/queries/use-refresh.ts';
import { findAdminStats, findFetchedAt } from '../../store/admin/admin.ts';
import type { PrivateStore } from '../../store/database/private-store.ts';
import { refreshAdminStats } from '../../sync/pull/admin-refresh.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Freshness } from '../../ui/feedback/freshness.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { ActivationsChart } from './activations-chart.tsx';
import styles from './admin-dashboard-page.module.css';
import { Figures } from './figures.tsx';
import { RecentActivations } from './recent-activations.tsx';

/** Overall figures (spec map, section 2). */
export function AdminDashboardPage() {
  const stored = usePrivateQuery(readStats, []);
  const { problem, isBusy, isOnline, refresh } = useRefresh(refreshAdminStats);
  const stats = stored?.stats ?? null;
  return (
    <Page className={styles.page}>
      <header>
        <PageTitle documentTitle="Admin dashboard">Dashboard</PageTitle>
        <Freshness
          fetchedAt={stored?.fetchedAt ?? null}
          problem={problem}
          failedTitle={messages.adminDataFailed}
          isBusy={isBusy}
          isOnline={isOnline}
          onRefresh={refresh}
        />
      </header>
      {stats !== null && (
        <>
          <Figures stats={stats} />
          <div className={styles.columns}>
            <ActivationsChart days={stats.activationsPerDay} />
            <RecentActivations activations={stats.recentActivations} />
          </div>
        </>
      )}
      {stats === null && problem === null && <DashboardSkeleton />}
    </Page>
  );
}

async function readStats(store: PrivateStore) {
  const [stats, fetchedAt] = await Promise.all([findAdminStats(store), findFetchedAt(store, 'stats')]);
  return { stats, fetchedAt };
}

function DashboardSkeleton() {
  return (
    <Stack gap={5} aria-busy="true">
      <div className={styles.figures}>
        {['courses', 'users', 'activations', 'rate'].map((figure) => (
          <Skeleton key={figure} height="6.1rem" />
        ))}
      </div>
      <Skeleton height="22rem" />
      <Skeleton height="20rem" />
    </Stack>
  );
}
