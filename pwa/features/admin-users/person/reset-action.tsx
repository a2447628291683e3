import { useState } from 'react';
import { sendReset } from '#pwa/session/send-reset.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
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
  | { kind: 'done'; isSent: boolean };

const MINUTES = RESET_CODE_LIFETIME_SECONDS / 60;

function ResetDialog({ user, isOnline, onClose }: ResetActionProps & { onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'confirming' });
  const send = async () => {
    setOutcome({ kind: 'busy' });
    try {
      setOutcome({ kind: 'done', isSent: await sendReset(user.id) });
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
        <Notice tone="ok">
          {outcome.isSent
            ? `The mail is on its way to ${user.email}.`
            : `A code was mailed to ${user.email} less than a minute ago. It works.`}
        </Notice>
      ) : (
        <>
          <p>
            {user.email} gets the mail of “Forgot password?”. A code in it works for {MINUTES} minutes. Only
            they see the code and choose the password; until then the old one works.
          </p>
          {!isOnline && <p>This needs a connection. The mail cannot wait on this device.</p>}
        </>
      )}
    </ConfirmDialog>
  );
}
