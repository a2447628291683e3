import { Chip } from '#pwa/ui/display/chip.tsx';
import { ClockIcon } from '#pwa/ui/display/icons.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { ShownUser } from './users-model.ts';

/** The role, and whether the change has been sent. */
export function RoleBadge({ shown: { user, pending }, isOnline }: { shown: ShownUser; isOnline: boolean }) {
  const isWaiting = pending !== null && pending.state !== 'refused';
  return (
    <Cluster as="span">
      <Chip tone={user.role === 'admin' ? 'ok' : 'neutral'}>{user.role === 'admin' ? 'Admin' : 'User'}</Chip>
      {isWaiting && (
        <Chip tone="wait" icon={<ClockIcon />}>
          {isOnline ? 'Sending…' : 'Waiting to sync'}
        </Chip>
      )}
    </Cluster>
  );
}
