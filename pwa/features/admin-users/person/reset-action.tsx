import { useState } from 'react';
import { sendReset } from '#pwa/session/send-reset.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import type { SentReset } from '#schema/account/person.ts';
import type { User } from '#schema/account/user.ts';
import { RESET_CODE_LIFETIME_SECONDS } from '#schema/limits.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

interface ResetActionProps {
  user: User;
  isOnline: boolean;
}

/** Mails a user a code for a new password. No admin sees the code or the password. */
export function ResetAction({ user, isOnline }: ResetActionProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsConfirming(true)}>
        Send password reset
      </Button>
      {isConfirming && <ResetDialog user={user} isOnline={isOnline} onClose={() => setIsConfirming(false)} />}
    </>
  );
}

type Outcome =
  | { kind: 'confirming' | 'busy' }
  | { kind: 'failed'; sentence: string }
  | { kind: 'done'; sent: SentReset };

const MINUTES = RESET_CODE_LIFETIME_SECONDS / 60;

function ResetDialog({ user, isOnline, onClose }: ResetActionProps & { onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'confirming' });
  const send = async () => {
    setOutcome({ kind: 'busy' });
    try {
      setOutcome({ kind: 'done', sent: await sendReset(user.id) });
    } catch (error) {
      setOutcome({ kind: 'failed', sentence: describeFailure(error) });
    }
  };
  const isDone = outcome.kind === 'done';
  return (
    <ConfirmDialog
      title={`Send ${user.name} a password reset?`}
      cancel={isDone ? 'Close' : 'Cancel'}
      action={isDone ? undefined : 'Send the mail'}
      isSafe
      isBusy={outcome.kind === 'busy'}
      problem={outcome.kind === 'failed' ? outcome.sentence : null}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      {isDone ? (
        <Notice tone="ok">{describeSent(user, outcome.sent)}</Notice>
      ) : (
        <>
          <p>
            {user.email} gets a mail with a code, as by “Forgot password?”. It works for {MINUTES} minutes.
            Only they see the code and choose the password; until then the old one works.
          </p>
          {!isOnline && <p>This needs a connection. The mail cannot wait on this device.</p>}
        </>
      )}
    </ConfirmDialog>
  );
}

function describeSent({ email }: User, { isSent, hasCode }: SentReset): string {
  if (!isSent) return `A code was mailed to ${email} less than a minute ago. It works.`;
  if (hasCode) return `The mail is on its way to ${email}.`;
  return `The mail is on its way to ${email}. It has no code, because this installation has no public address (PUBLIC_URL): it asks them to choose “Forgot password?” at the login.`;
}
