import { useState } from 'react';
import { signOutDevice, signOutOtherDevices } from '#pwa/session/devices.ts';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import type { DeviceSession } from '#schema/account/session.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

interface SignOutDialogProps {
  userId: string;
  target: DeviceSession | 'others';
  /** Called with a sentence that describes the result. */
  onDone: (sentence: string) => void;
  onClose: () => void;
}

/** Confirms signing out another device, and says what happens to its unsent work. */
export function SignOutDialog({ userId, target, onDone, onClose }: SignOutDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isAll = target === 'others';
  const name = isAll ? 'all other devices' : target.deviceName;
  const confirm = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      await (isAll ? signOutOtherDevices(userId) : signOutDevice(userId, target.id));
      onDone(isAll ? 'All other devices are signed out.' : `${name} is signed out.`);
    } catch (error) {
      setProblem(describeFailure(error));
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title={`Sign out ${name}?`}
      action="Sign out"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {isAll ? 'They have' : 'It has'} to sign in again to load or send data. Changes that{' '}
        {isAll ? 'they have' : 'it has'} not sent yet stay on {isAll ? 'those devices' : 'that device'} and
        are sent after the next sign-in.
      </p>
    </ConfirmDialog>
  );
}
