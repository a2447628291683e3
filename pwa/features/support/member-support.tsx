import type { ReactNode } from 'react';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { type OutboxRow, serverProblemOf } from '#pwa/store/account/outbox.ts';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { User } from '#schema/account/user.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { messages } from '#schema/messages/messages.ts';
import { emptyFields } from './support-fields.ts';
import { RequestSent, RestoredRequest, SupportForm, SupportPanel } from './support-form.tsx';
import { useHasTimedOut } from './use-has-timed-out.ts';
import { useMemberSupport } from './use-member-support.ts';

/** The form of a signed-in user: sent through the outbox, so it works offline. */
export function MemberSupport({ user }: { user: User }) {
  const { fields, isRestored, problem, row, isStoring, isSentHere, change, startAfresh, send } =
    useMemberSupport(user);
  const isOnline = useIsOnline();
  const hasWaited = useHasTimedOut(row?.id ?? null);
  const isUnderWay = row !== null && row.state !== 'refused' && row.state !== 'acknowledged';
  const isSending = isUnderWay && isSentHere && isOnline && !hasWaited && row.state !== 'paused';

  if (row?.state === 'acknowledged') return <RequestSent email={emailOf(row)} onAnother={startAfresh} />;
  if (isUnderWay && !isSending)
    return <RequestQueued row={row} isOnline={isOnline} onAnother={startAfresh} />;
  const refusal = row?.state === 'refused' ? (row.lastProblem ?? messages.supportFailed) : null;
  return (
    <SupportForm
      fields={fields ?? emptyFields(user)}
      onChange={change}
      onSend={(content) => void send(content)}
      isBusy={isStoring || isSending}
      notice={noticeOf({ bad: problem ?? refusal, isOnline, isRestored, startAfresh })}
      refusals={{}}
    />
  );
}

interface RequestQueuedProps {
  row: OutboxRow;
  isOnline: boolean;
  onAnother: () => void;
}

function RequestQueued({ row, isOnline, onAnother }: RequestQueuedProps) {
  return (
    <SupportPanel onAnother={onAnother}>
      <Notice tone="wait" title="Saved on this device: will be sent when connected">
        <p>{describeQueued(row, isOnline)} We reply within 24 hours of receiving it.</p>
        <p>{describeCommand(row.command)}</p>
      </Notice>
    </SupportPanel>
  );
}

function describeQueued(row: OutboxRow, isOnline: boolean): string {
  if (row.state === 'paused') return 'Your session has ended. Sign in again to send your request.';
  if (!isOnline) return 'No connection. Your request is sent automatically when you are connected.';
  const problem = serverProblemOf(row);
  const reason = problem === null ? 'The server has not responded yet.' : `The server replied: “${problem}”`;
  return `${reason} Retrying automatically. You can leave this page.`;
}

interface NoticeInput {
  bad: string | null;
  isOnline: boolean;
  isRestored: boolean;
  startAfresh: () => void;
}

function noticeOf({ bad, isOnline, isRestored, startAfresh }: NoticeInput): ReactNode {
  if (bad !== null) return <Notice tone="bad">{bad}</Notice>;
  if (isRestored) return <RestoredRequest onStartAfresh={startAfresh} />;
  if (isOnline) return null;
  return (
    <Notice tone="wait" title="You are offline">
      You can still send: your request is saved on this device and sent automatically when you are connected.
    </Notice>
  );
}

function emailOf({ command }: OutboxRow): string {
  return command.kind === 'support.request' ? command.args.email : '';
}
