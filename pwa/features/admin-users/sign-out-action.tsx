import { useState } from 'react';
import { signOutEverywhere } from '#pwa/session/devices.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import type { User } from '#schema/account/user.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

/** Ends every session of a user: for a lost phone, or an account that someone else has access to. */
export function SignOutAction({ user, onDone }: { user: User; onDone?: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsConfirming(true)}>
        Sign out
        <span className="visually-hidden"> {user.name} everywhere</span>
      </Button>
      {isConfirming && (
        <SignOutEverywhere user={user} onDone={onDone} onClose={() => setIsConfirming(false)} />
      )}
    </>
  );
}

type Outcome =
  | { kind: 'confirming' | 'busy' }
  | { kind: 'failed'; sentence: string }
  | { kind: 'done'; ended: number };

interface SignOutEverywhereProps {
  user: User;
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

function SignOutEverywhere({ user, onDone, onClose }: SignOutEverywhereProps) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'confirming' });
  const confirm = async () => {
    setOutcome({ kind: 'busy' });
    try {
      setOutcome({ kind: 'done', ended: await signOutEverywhere(user.id) });
      onDone?.();
    } catch (error) {
      setOutcome({ kind: 'failed', sentence: describeFailure(error) });
    }
  };
  const isDone = outcome.kind === 'done';
  return (
    <ConfirmDialog
      title={`Sign out ${user.name} everywhere?`}
      cancel={isDone ? 'Close' : 'Cancel'}
      action={isDone ? undefined : 'Sign out everywhere'}
      isBusy={outcome.kind === 'busy'}
      problem={outcome.kind === 'failed' ? outcome.sentence : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {isDone ? (
        <Notice tone="ok">{describeEnded(user.name, outcome.ended)}</Notice>
      ) : (
        <>
          <p>{user.email}</p>
          <p>
            All devices of this user have to sign in again. Unsent changes stay on the devices and are sent
            after the next sign-in. The password does not change. This needs a connection.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}

function describeEnded(name: string, ended: number): string {
  if (ended === 0) return `${name} was not signed in on any device.`;
  return `${name} is signed out on ${ended === 1 ? '1 device' : `${ended} devices`}.`;
}
