import { useState } from 'react';
import { useIsOnline } from '../session/use-is-online.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { RemoveAppForm, RenewForm } from './change-forms.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { AddPasskeyForm } from './passkeys/add-passkey-form.tsx';
import { RemovePasskeyForm } from './passkeys/remove-passkey-form.tsx';
import { RenamePasskeyForm } from './passkeys/rename-passkey-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';
import { SetUpForm } from './set-up-form.tsx';
import { StatusView } from './status-view.tsx';
import type { Step } from './step.ts';
import { useSecondFactor } from './use-second-factor.ts';
import { waysToConfirm } from './ways.ts';

const STATUS: Step = { kind: 'status' };

/** Two-step sign-in of the user's own account: its state and its actions. */
export function SecondFactorSection({ email }: { email: string }) {
  const { status, failure, refresh } = useSecondFactor();
  const [step, setStep] = useState(STATUS);
  const [hasLeftStatus, setHasLeftStatus] = useState(false);
  const isOnline = useIsOnline();
  const show = (next: Step) => {
    setHasLeftStatus(true);
    setStep(next);
  };
  const finish = () => {
    show(STATUS);
    refresh();
  };
  const showCodes = (codes: readonly string[]) =>
    codes.length === 0 ? finish() : show({ kind: 'codes', codes });
  const form = { email, onCancel: () => show(STATUS) };
  const ways = waysToConfirm(status);
  switch (step.kind) {
    case 'setUp':
      return <SetUpForm {...form} ways={ways} onDone={finish} />;
    case 'codes':
      return <RecoveryCodes email={email} codes={step.codes} onDone={finish} />;
    case 'renew':
      return <RenewForm {...form} status={status} onCodes={showCodes} />;
    case 'turnOff':
      return <RemoveAppForm {...form} status={status} onDone={finish} />;
    case 'addPasskey': {
      const name = `Passkey ${(status?.passkeys.length ?? 0) + 1}`;
      return <AddPasskeyForm {...form} suggestedName={name} ways={ways} onAdded={showCodes} />;
    }
    case 'renamePasskey':
      return <RenamePasskeyForm {...form} passkey={step.passkey} onDone={finish} />;
    case 'removePasskey':
      return status && <RemovePasskeyForm {...form} passkey={step.passkey} status={status} onDone={finish} />;
    case 'status':
      return (
        <div className={styles.form} ref={hasLeftStatus ? focusOnMount : undefined} tabIndex={-1}>
          <p className={styles.hint}>
            Sign-in asks for your password and for a second step: a passkey, or a code from an app on your
            phone. A stolen password alone cannot sign in.
          </p>
          {!isOnline && (
            <Notice tone="wait" title="This needs a connection">
              You are offline. Connect to change two-step sign-in.
            </Notice>
          )}
          {failure && <Notice tone="bad">{failure}</Notice>}
          {status && <StatusView status={status} isDisabled={!isOnline} onStep={show} />}
        </div>
      );
  }
}
