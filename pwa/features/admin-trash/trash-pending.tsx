import { attempt } from '#pwa/session/action-error.ts';
import { discardCommand } from '#pwa/sync/outbox/outbox.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { Coming, PendingAction } from './trash-model.ts';

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

/** A deletion that is on its way: until it is sent, the workspace can undo it. */
export function TrashComing({ coming: { title, state }, isOnline }: { coming: Coming; isOnline: boolean }) {
  return (
    <Notice tone="wait" title={`“${title}” comes here`}>
      {describeComing(state, isOnline)}
    </Notice>
  );
}

function describeComing(state: Coming['state'], isOnline: boolean): string {
  if (state === 'paused') return 'Its deletion is saved on this device. Sign in again to send it.';
  return isOnline
    ? 'Its deletion is on its way to the server.'
    : 'Its deletion is saved on this device, and is sent when you are connected.';
}

function describeWaiting({ kind, state }: PendingAction, isOnline: boolean): string {
  const effect = kind === 'course.restore' ? 'restored' : 'deleted for good';
  if (state === 'paused')
    return `Saved on this device. Sign in again to send it; then the course is ${effect}.`;
  if (isOnline) return kind === 'course.restore' ? 'Sending the restore…' : 'Sending the deletion…';
  return `Saved on this device. The course is ${effect} when you are connected.`;
}
