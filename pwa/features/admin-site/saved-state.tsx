import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { type OutboxRow, serverProblemOf } from '#pwa/store/account/outbox.ts';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';

/** The state of the last change: on this device, being sent, acknowledged, or refused. */
export function SavedState({ row }: { row: OutboxRow }) {
  const isOnline = useIsOnline();
  switch (row.state) {
    case 'acknowledged':
      return <Notice tone="ok">Visitors see the site like this from now on.</Notice>;
    case 'refused':
      return (
        <Notice tone="bad">
          {row.lastProblem ?? adminMessages.siteFailed}. What you entered is still here.
        </Notice>
      );
    case 'paused':
      return (
        <Notice tone="wait" title={messages.savedOnDevice}>
          Your session has ended. Sign in again to send the change.
        </Notice>
      );
    case 'waiting':
    case 'sending':
      return (
        <Notice tone="wait" title={messages.savedOnDevice}>
          {describeWaiting(row, isOnline)}
        </Notice>
      );
  }
}

function describeWaiting(row: OutboxRow, isOnline: boolean): string {
  if (!isOnline)
    return 'No connection. Only this device shows it: visitors do when it was sent, which happens automatically.';
  const problem = serverProblemOf(row);
  return problem === null
    ? 'Sending to the server.'
    : `The server replied: “${problem}” Retrying automatically.`;
}
