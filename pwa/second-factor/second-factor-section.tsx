import { useState } from 'react';
import { useIsOnline } from '../session/use-is-online.ts';
import { Button } from '../ui/controls/button.tsx';
import { Chip } from '../ui/display/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { ChangeForm } from './change-form.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';
import { SetUpForm } from './set-up-form.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** Below this number, the section suggests creating new ones. */
const FEW_CODES = 3;

type Step =
  | { readonly kind: 'status' }
  | { readonly kind: 'setUp' }
  | { readonly kind: 'renew' }
  | { readonly kind: 'turnOff' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const STATUS: Step = { kind: 'status' };

/** Two-step sign-in of the user's own account: its state and its actions. */
export function SecondFactorSection({ email }: { email: string }) {
  const { status, failure, refresh } = useSecondFactor();
  const [step, setStep] = useState(STATUS);
  const [hasLeftStatus, setHasLeftStatus] = useState(false);
  const show = (next: Step) => {
    setHasLeftStatus(true);
    setStep(next);
  };
  const showStatus = () => show(STATUS);
  const finish = () => {
    showStatus();
    refresh();
  };
  switch (step.kind) {
    case 'setUp':
      return <SetUpForm email={email} onDone={finish} onCancel={showStatus} />;
    case 'codes':
      return <RecoveryCodes email={email} codes={step.codes} onDone={finish} />;
    case 'renew':
      return (
        <ChangeForm
          email={email}
          kind="renew"
          onCodes={(codes) => show({ kind: 'codes', codes })}
          onDone={finish}
          onCancel={showStatus}
        />
      );
    case 'turnOff':
      return <ChangeForm email={email} kind="turnOff" onDone={finish} onCancel={showStatus} />;
    case 'status':
      return (
        <div className={styles.form} ref={hasLeftStatus ? focusOnMount : undefined} tabIndex={-1}>
          <p className={styles.hint}>
            Sign-in asks for your password and a code from an app on your phone. A stolen password alone
            cannot sign in.
          </p>
          <ConnectionNeeded />
          {failure && <Notice tone="bad">{failure}</Notice>}
          {status?.isOn === false && (
            <Cluster>
              <Button onClick={() => show({ kind: 'setUp' })}>Set up two-step sign-in</Button>
            </Cluster>
          )}
          {status?.isOn === true && (
            <>
              <Cluster as="p">
                <Chip tone="ok">On</Chip> {describeCodes(status.recoveryCodesLeft)}
              </Cluster>
              {status.recoveryCodesLeft < FEW_CODES && (
                <Notice tone="wait">Generate new recovery codes before you use the last one.</Notice>
              )}
              {status.isRequired && (
                <p className={styles.hint}>
                  This installation requires it for admins. If you turn it off, for example to change phones,
                  you have to set it up again immediately.
                </p>
              )}
              <Cluster>
                <Button onClick={() => show({ kind: 'renew' })}>New recovery codes</Button>
                <Button variant="danger" onClick={() => show({ kind: 'turnOff' })}>
                  Turn off
                </Button>
              </Cluster>
            </>
          )}
        </div>
      );
  }
}

function ConnectionNeeded() {
  if (useIsOnline()) return null;
  return (
    <Notice tone="wait" title="This needs a connection">
      You are offline. Connect to change two-step sign-in.
    </Notice>
  );
}

function describeCodes(count: number): string {
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`;
}
