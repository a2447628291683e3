import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Cluster } from '../layout/cluster.tsx';
import { Stack } from '../layout/stack.tsx';
import { CodeField } from './code-field.tsx';
import styles from './credentials-form.module.css';

interface CodeStepProps {
  email: string;
  /** The problem with the code that was sent. */
  problem: string | null;
  /** Why the code could not be verified. */
  failure: string | null;
  isBusy: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
}

/** The second step of a sign-in: the code from the authenticator app, or a recovery code. */
export function CodeStep({ email, problem, failure, isBusy, onCode, onBack }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // Selects a wrong code, so that the next one replaces it.
  useEffect(() => {
    if (problem !== null) field.current?.select();
  }, [problem]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onCode(code);
  };
  return (
    <Stack as="form" gap={4} onSubmit={submit}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <p>
        {isRecoveryCode
          ? 'Enter one of your recovery codes. Each code works once.'
          : 'Enter the code from your authenticator app.'}{' '}
        You are signing in as <strong className={styles.account}>{email}</strong>.
      </p>
      <CodeField
        ref={field}
        isRecoveryCode={isRecoveryCode}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {isBusy ? 'Checking…' : 'Continue'}
      </Button>
      <Cluster isSpread>
        <Button
          variant="quiet"
          onClick={() => {
            setCode('');
            setIsRecoveryCode(!isRecoveryCode);
            field.current?.focus();
          }}
        >
          {isRecoveryCode ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back to email and password
        </Button>
      </Cluster>
    </Stack>
  );
}
