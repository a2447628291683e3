import { useEffect, useRef, useState } from 'react';
import { useSession } from '#pwa/session/use-session.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { DeviceSession } from '#schema/account/session.ts';
import { DeviceList } from './device-list.tsx';
import styles from './devices.module.css';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { type Devices, useDevices } from './use-devices.ts';

/** The user's sessions, each with a button to sign it out. */
export function DevicesSection({ userId }: { userId: string }) {
  const session = useSession();
  if (session.state !== 'signedIn') {
    return <p className={styles.lead}>Sign in again to see your devices.</p>;
  }
  return <SignedInDevices userId={userId} />;
}

function SignedInDevices({ userId }: { userId: string }) {
  const devices = useDevices(userId);
  const [target, setTarget] = useState<DeviceSession | 'others' | null>(null);
  const [outcome, setOutcome] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  // The pressed button is removed with its row, so the focus moves to the message.
  useEffect(() => {
    if (outcome !== '') status.current?.focus();
  }, [outcome]);
  const finish = (sentence: string) => {
    setTarget(null);
    setOutcome(sentence);
    devices.refresh();
  };
  const others = devices.sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <>
      <p className={styles.lead}>
        You are signed in on these devices. Sign out devices that you do not use or recognize.
      </p>
      <Problem devices={devices} />
      {devices.sessions === null && devices.problem === null && <Skeleton height="8rem" />}
      <div>
        {devices.sessions !== null && <DeviceList sessions={devices.sessions} onSignOut={setTarget} />}
        <p role="status" ref={status} tabIndex={-1}>
          {outcome}
        </p>
      </div>
      {others.length > 1 && (
        <div>
          <Button onClick={() => setTarget('others')}>Sign out all other devices</Button>
        </div>
      )}
      {target !== null && (
        <SignOutDialog userId={userId} target={target} onDone={finish} onClose={() => setTarget(null)} />
      )}
    </>
  );
}

function Problem({ devices: { sessions, problem, isOnline, isBusy, refresh } }: { devices: Devices }) {
  if (!isOnline) {
    return (
      <Notice tone="wait" title="This needs a connection">
        {sessions === null
          ? 'You are offline. The list loads when you are connected.'
          : 'You are offline. The list may be out of date.'}
      </Notice>
    );
  }
  if (problem === null) return null;
  const again = (
    <Button isBusy={isBusy} onClick={refresh}>
      Try Again
    </Button>
  );
  return (
    <Notice tone="bad" title="Something went wrong" actions={again}>
      {problem}
    </Notice>
  );
}
