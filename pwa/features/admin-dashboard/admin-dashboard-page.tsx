import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { findAdminStats, findFetchedAt } from '#pwa/store/admin/admin.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import {
  refreshAdminCourses,
  refreshAdminStats,
  refreshSupportRequests,
} from '#pwa/sync/pull/admin-refresh.ts';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import { ActivationsChart } from './activations-chart.tsx';
import styles from './admin-dashboard-page.module.css';
import { Figures } from './figures.tsx';
import { DemoCourses } from './first-steps/demo-courses.tsx';
import { FirstSteps } from './first-steps/first-steps.tsx';
import { useFirstSteps } from './first-steps/use-first-steps.ts';
import { RecentActivations } from './recent-activations.tsx';

/** Overall figures (spec map, section 2). */
export function AdminDashboardPage() {
  const stored = usePrivateQuery(readStats, []);
  const refreshing = useRefresh(refreshAdminStats);
  // For their number in the navigation.
  useRefresh(refreshSupportRequests);
  const courses = useRefresh(refreshAdminCourses);
  const firstSteps = useFirstSteps();
  // The checklist is above the figures: they would move if it came after them.
  const isChecklistDue = firstSteps === null && courses.isOnline && courses.problem === null;
  const stats = (isChecklistDue ? null : stored?.stats) ?? null;
  return (
    <AdminListPage
      title="Dashboard"
      documentTitle="Admin dashboard"
      fetchedAt={stats && (stored?.fetchedAt ?? null)}
      failedTitle={messages.adminDataFailed}
      {...refreshing}
      skeleton={<DashboardSkeleton />}
    >
      {stats && (
        <Stack gap={5}>
          {firstSteps?.isShown && <FirstSteps {...firstSteps} />}
          <Figures stats={stats} />
          <div className={styles.columns}>
            <ActivationsChart days={stats.activationsPerDay} />
            <RecentActivations activations={stats.recentActivations} />
          </div>
          {firstSteps?.isShown === false && <DemoCourses courses={firstSteps.removable} />}
        </Stack>
      )}
    </AdminListPage>
  );
}

async function readStats(store: PrivateStore) {
  const [stats, fetchedAt] = await Promise.all([findAdminStats(store), findFetchedAt(store, 'stats')]);
  return { stats, fetchedAt };
}

function DashboardSkeleton() {
  return (
    <Stack gap={5}>
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
