import { Chip } from '../../ui/display/chip.tsx';
import { ClockIcon } from '../../ui/display/icons.tsx';
import styles from './user-list.module.css';
import type { ShownUser } from './users-model.ts';

/** The role, and whether the change has been sent. */
export function RoleBadge({ shown: { user, pending }, isOnline }: { shown: ShownUser; isOnline: boolean }) {
  const isWaiting = pending !== null && pending.state !== 'refused';
  return (
    <span className={styles.badge}>
      <Chip tone={user.role === 'admin' ? 'ok' : 'neutral'}>{user.role === 'admin' ? 'Admin' : 'User'}</Chip>
      {isWaiting && (
        <Chip tone="wait" icon={<ClockIcon />}>
          {isOnline ? 'Sending…' : 'Waiting to sync'}
        </Chip>
      )}
    </span>
  );
}
