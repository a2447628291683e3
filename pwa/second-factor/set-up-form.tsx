import { type FormEvent, useState } from 'react';
import type { SecondFactorSecret } from '#schema/account/second-factor.ts';
import { secondFactorEndpoints } from '#schema/endpoints/second-factor-endpoints.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/controls/button.tsx';
import { QrCode } from '../ui/display/qr-code.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { CodeField } from '../ui/forms/code-field.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';
import { useAttempt } from './use-attempt.ts';
import type { Way } from './ways.ts';

/** Keys are easier to type in groups. */
const GROUP = /.{4}(?=.)/g;

interface SetUpFormProps {
  email: string;
  /** The ways to confirm besides the password. */
  ways: readonly Way[];
  /** It is on, and its recovery codes are shown. */
  onCodes?: () => void;
  /** The user has stored the recovery codes. */
  onDone: () => void;
  onCancel?: () => void;
}

/** Asks for the password, shows the secret for the app and asks for a code, then shows the recovery codes. */
export function SetUpForm({ email, ways, onCodes, onDone, onCancel }: SetUpFormProps) {
  const [secret, setSecret] = useState<SecondFactorSecret | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  if (recoveryCodes !== null) return <RecoveryCodes email={email} codes={recoveryCodes} onDone={onDone} />;
  if (secret === null)
    return (
      <ProofForm
        email={email}
        lead="You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or your password manager. Confirm your password first."
        submitText="Continue"
        ways={ways}
        onProof={async (body) => setSecret(await call(secondFactorEndpoints.startSecondFactor, { body }))}
        onCancel={onCancel}
      />
    );
  const showCodes = (codes: readonly string[]) => {
    // Beside another second factor, the recovery codes stay as they are.
    if (codes.length === 0) return onDone();
    onCodes?.();
    setRecoveryCodes(codes);
  };
  return <ConfirmCode secret={secret} onCodes={showCodes} onCancel={onCancel} />;
}

interface ConfirmCodeProps {
  secret: SecondFactorSecret;
  onCodes: (codes: readonly string[]) => void;
  onCancel: (() => void) | undefined;
}

function ConfirmCode({ secret, onCodes, onCancel }: ConfirmCodeProps) {
  const [code, setCode] = useState('');
  const { problems, failure, isBusy, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      const { recoveryCodes } = await call(secondFactorEndpoints.confirmSecondFactor, { body: { code } });
      onCodes(recoveryCodes);
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <ol className={styles.steps}>
        <li>
          <p ref={focusOnMount} tabIndex={-1}>
            Scan this QR code with your authenticator app.
          </p>
          <QrCode
            text={secret.uri}
            label="QR code for your authenticator app; the key below is the same"
            className={styles.qr}
          />
          <p className={styles.hint}>
            Is the app on this phone? <a href={secret.uri}>Open the app</a>, or enter this key:
          </p>
          <p className={styles.secret} translate="no">
            {secret.secret.replace(GROUP, '$& ')}
          </p>
        </li>
        <li>
          <p>Enter the code from the app.</p>
          <CodeField value={code} error={problems.code} onChange={(event) => setCode(event.target.value)} />
        </li>
      </ol>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Cluster>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Turn on
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </Cluster>
    </form>
  );
}
