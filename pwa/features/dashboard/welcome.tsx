import { useSyncStatus } from '#pwa/session/use-sync-status.ts';
import { Avatar } from '#pwa/ui/display/avatar.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import type { User } from '#schema/account/user.ts';
import type { LessonsOffline } from './dashboard-model.ts';
import styles from './dashboard-page.module.css';
import { describeDashboard, firstName } from './dashboard-summary.ts';

interface WelcomeProps {
  user: User;
  courses: number;
  /** Null while it is read. */
  offline: LessonsOffline | null;
}

/** The greeting and the summary. */
export function Welcome({ user, courses, offline }: WelcomeProps) {
  const sync = useSyncStatus();
  const now = useNow();
  return (
    <Cluster as="header" gap={4} className={styles.welcome}>
      <Avatar name={user.name} src={user.avatar} size={3.5} />
      <div>
        <PageTitle documentTitle="Dashboard">Welcome back, {firstName(user.name)}</PageTitle>
        <p className={styles.summary}>{describeDashboard({ courses, offline, sync, now })}</p>
      </div>
    </Cluster>
  );
}
