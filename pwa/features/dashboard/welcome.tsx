import type { User } from '#schema/user.ts';
import { useSyncStatus } from '../../session/use-sync-status.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './dashboard-page.module.css';
import { describeDesk, firstName } from './desk-summary.ts';

interface WelcomeProps {
  user: User;
  courses: number;
  readyOffline: number;
}

/** The greeting and the summary. */
export function Welcome({ user, courses, readyOffline }: WelcomeProps) {
  const sync = useSyncStatus();
  const now = useNow();
  return (
    <header className={styles.welcome}>
      <Avatar name={user.name} src={user.avatar} size={3.5} />
      <div>
        <PageTitle documentTitle="Dashboard">Welcome back, {firstName(user.name)}</PageTitle>
        <p className={styles.summary}>{describeDesk({ courses, readyOffline, sync, now })}</p>
      </div>
    </header>
  );
}
