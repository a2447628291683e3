import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { type PasskeyRequest, SecondFactorOffer } from '#schema/account/passkeys.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { useIsOnline } from '../session/use-is-online.ts';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { CodeField } from '../ui/forms/code-field.tsx';
import type { SecondStepProps } from '../ui/forms/credentials-form.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { signWithPasskey } from './passkeys/authenticator.ts';
import styles from './second-factor.module.css';
import { WayButtons } from './way-buttons.tsx';
import { type Way, waysOf } from './ways.ts';

/** Of a server that does not say which factors the account has. */
const APP_ONLY: SecondFactorOffer = { hasApp: true, passkey: null };

/** The second step of a sign-in: a passkey, the code from the authenticator app, or a recovery code. */
export function SignInStep({ email, offer, problem, failure, isBusy, onProof, onBack }: SecondStepProps) {
  const parsed = v.safeParse(SecondFactorOffer, offer);
  const { hasApp, passkey } = parsed.success ? parsed.output : APP_ONLY;
  const ways = waysOf({ hasApp, hasPasskey: passkey !== null });
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery');
  const lead = (
    <>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <p>
        {leads[way]} You are signing in as <strong className={styles.account}>{email}</strong>.
      </p>
    </>
  );
  const others = (
    <Cluster isSpread>
      <WayButtons ways={ways} current={way} onChoose={setWay} />
      <Button variant="quiet" onClick={onBack}>
        Back to email and password
      </Button>
    </Cluster>
  );
  const step = { lead, others, problem, isBusy };
  if (way === 'passkey' && passkey !== null)
    return (
      <PasskeyStep {...step} request={passkey} onSigned={(assertion) => onProof({ passkey: assertion })} />
    );
  return (
    <CodeStep
      {...step}
      key={way}
      isRecoveryCode={way === 'recovery'}
      onCode={(secondFactor) => onProof({ secondFactor })}
    />
  );
}

const leads: Readonly<Record<Way, string>> = {
  passkey: 'Confirm the sign-in with your passkey.',
  app: 'Enter the code from your authenticator app.',
  recovery: 'Enter one of your recovery codes. Each code works once.',
};

interface StepProps {
  lead: ReactNode;
  others: ReactNode;
  problem: string | null;
  isBusy: boolean;
}

interface PasskeyStepProps extends StepProps {
  request: PasskeyRequest;
  onSigned: (assertion: Awaited<ReturnType<typeof signWithPasskey>>) => void;
}

function PasskeyStep({ lead, others, problem, isBusy, request, onSigned }: PasskeyStepProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isOnline = useIsOnline();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const ask = async () => {
    setIsAsking(true);
    setRefusal(null);
    try {
      onSigned(await signWithPasskey(request));
    } catch (error) {
      setRefusal(describeFailure(error));
    }
    setIsAsking(false);
  };
  const message = refusal ?? problem;
  return (
    <Stack gap={4}>
      {lead}
      {!isOnline && (
        <Notice tone="wait" title="This needs a connection">
          You are offline. Connect to sign in.
        </Notice>
      )}
      {message !== null && !isAsking && !isBusy && <Notice tone="bad">{message}</Notice>}
      <Button ref={button} variant="primary" isBusy={isBusy || isAsking} onClick={() => void ask()}>
        {isBusy ? 'Checking…' : isAsking ? 'Waiting for your passkey…' : 'Use a passkey'}
      </Button>
      {others}
    </Stack>
  );
}

interface CodeStepProps extends StepProps {
  isRecoveryCode: boolean;
  onCode: (code: string) => void;
}

function CodeStep({ lead, others, problem, isBusy, isRecoveryCode, onCode }: CodeStepProps) {
  const [code, setCode] = useState('');
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
      {lead}
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
      {others}
    </Stack>
  );
}
