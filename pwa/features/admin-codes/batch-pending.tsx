import { RefusalActions } from '#pwa/conflict/refusal-actions.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './admin-codes-page.module.css';
import type { Pending } from './codes-model.ts';

interface BatchPendingProps {
  pending: Pending | null;
  isRegistered: boolean;
}

/** An unacknowledged change: that it waits, or why it was refused, with the next steps. */
export function BatchPending({ pending, isRegistered }: BatchPendingProps) {
  if (pending === null) return null;
  if (pending.state !== 'refused') {
    const text = isRegistered
      ? 'Saved on this device, not sent yet'
      : 'Not registered yet: works after this device has sent it.';
    return <p className={styles.quiet}>{text}</p>;
  }
  return (
    <Stack gap={2} role="alert" className={styles.refused}>
      <p>{pending.problem}</p>
      <Cluster>
        <RefusalActions editId={pending.id} />
      </Cluster>
    </Stack>
  );
}
