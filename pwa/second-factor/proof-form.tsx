import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type ChangeSecondFactorInput,
  isAppCode,
  normalizeSecondFactor,
} from '#schema/account/second-factor.ts';
import { passkeyEndpoints } from '#schema/endpoints/passkey-endpoints.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { CodeField } from '../ui/forms/code-field.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { signWithPasskey } from './passkeys/authenticator.ts';
import styles from './second-factor.module.css';
import { useAttempt } from './use-attempt.ts';
import { WayButtons } from './way-buttons.tsx';
import type { Way } from './ways.ts';

interface ProofFormProps {
  email: string;
  lead: ReactNode;
  submitText: string;
  variant?: 'primary' | 'danger';
  /** The ways to confirm besides the password, the suggested one first; none while two-step sign-in is off. */
  ways: readonly Way[];
  /** A field before the password, given the problem with its value. */
  field?: (problem: string | undefined) => ReactNode;
  onProof: (proof: ChangeSecondFactorInput) => Promise<void>;
  /** Without it, the form is a page of its own, whose heading has the focus. */
  onCancel?: (() => void) | undefined;
}

/** A change of two-step sign-in: it requires the password, and a second factor once there is one. */
export function ProofForm({ email, lead, submitText, variant = 'primary', ways, ...rest }: ProofFormProps) {
  const { field, onProof, onCancel } = rest;
  const [currentPassword, setCurrentPassword] = useState('');
  const [code, setCode] = useState('');
  const [chosen, setWay] = useState<Way | null>(null);
  const { problems, failure, isBusy, attempt } = useAttempt();
  const way = chosen ?? ways[0] ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => onProof({ currentPassword, ...(await readProof(way, code)) }));
  };
  const choose = (next: Way) => {
    // A code of the other kind is invalid in this field.
    if (isAppCode(normalizeSecondFactor(code)) !== (next === 'app')) setCode('');
    setWay(next);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{lead}</p>
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      {field?.(problems.name)}
      <PasswordField
        ref={onCancel && field === undefined ? focusOnMount : undefined}
        label="Confirm your password"
        autoComplete="current-password"
        required
        value={currentPassword}
        error={problems.currentPassword}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      {way === 'passkey' && (
        <p className={styles.hint}>Your browser then asks you to confirm with a passkey that you have.</p>
      )}
      {(way === 'app' || way === 'recovery') && (
        <CodeField
          isRecoveryCode={way === 'recovery'}
          value={code}
          error={problems.code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      {way !== null && (
        <Cluster>
          <WayButtons ways={ways} current={way} onChoose={choose} />
        </Cluster>
      )}
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Cluster>
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {submitText}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </Cluster>
    </form>
  );
}

async function readProof(
  way: Way | null,
  code: string,
): Promise<Omit<ChangeSecondFactorInput, 'currentPassword'>> {
  if (way === null) return {};
  if (way !== 'passkey') return { code };
  const { request } = await call(passkeyEndpoints.requestPasskey);
  return { passkey: await signWithPasskey(request) };
}
