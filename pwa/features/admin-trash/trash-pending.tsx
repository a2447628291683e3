import { attempt } from '#pwa/session/action-error.ts';
import { discardCommand } from '#pwa/sync/outbox/outbox.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { PendingAction } from './trash-model.ts';

interface TrashPendingProps {
  pending: PendingAction;
  isOnline: boolean;
}

/** An unacknowledged command: that it waits, or why it was refused. */
export function TrashPending({ pending, isOnline }: TrashPendingProps) {
  if (pending.state !== 'refused') return <Notice tone="wait">{describeWaiting(pending, isOnline)}</Notice>;
  const dismiss = (
    <Button size="sm" onClick={() => attempt(() => discardCommand(pending.id))}>
      Dismiss
    </Button>
  );
  return (
    <Notice tone="bad" actions={dismiss}>
      {pending.problem}
    </Notice>
  );
}

function describeWaiting({ kind, state }: PendingAction, isOnline: boolean): string {
  const effect = kind === 'course.restore' ? 'restored' : 'deleted for good';
  if (state === 'paused')
    return `Saved on this device. Sign in again to send it; then the course is ${effect}.`;
  if (isOnline) return kind === 'course.restore' ? 'Sending the restore…' : 'Sending the deletion…';
  return `Saved on this device. The course is ${effect} when you are connected.`;
}
