import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import type { PasskeyAssertion } from '#schema/account/second-proof.ts';
import { messages } from '#schema/messages/messages.ts';
import { Button } from '../controls/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { Stack } from '../layout/stack.tsx';

/** A code of the second step, or the signature of a passkey. */
type SecondProof = { readonly secondFactor: string } | { readonly passkey: PasskeyAssertion };

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the second step, if the server requires one. */
  readonly secondFactor?: string;
  readonly passkey?: PasskeyAssertion;
}

/**
 * The result of a sign-in attempt. `codeRequired`: the password was correct, and the account also requires a second
 * step; `problem` is the problem with the one that was sent, `offer` the factors that the account has, as the server
 * sent them. `failed`: `isRejected` if the credentials were refused, so that the form shows them again.
 */
type LoginOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'codeRequired'; readonly problem: string | null; readonly offer?: unknown }
  | { readonly kind: 'failed'; readonly sentence: string; readonly isRejected: boolean };

export interface SecondStepProps {
  email: string;
  /** The factors that the account has, unparsed. */
  offer: unknown;
  /** The problem with the proof that was sent. */
  problem: string | null;
  /** Why it could not be verified. */
  failure: string | null;
  isBusy: boolean;
  onProof: (proof: SecondProof) => void;
  onBack: () => void;
}

interface CredentialsFormProps {
  email: string;
  onEmail: (email: string) => void;
  onLogin: (credentials: Credentials) => Promise<LoginOutcome>;
  /** Loads what shows the second step, when an account has one. */
  loadSecondStep: () => Promise<ComponentType<SecondStepProps>>;
  submitText?: string;
  /** Content above the fields. */
  lead?: ReactNode;
  /** Checks what the lead contains; false if the form is not to be sent. */
  canSend?: () => boolean;
  /** Content between the fields and the button. */
  children?: ReactNode;
}

interface SecondStep {
  readonly Step: ComponentType<SecondStepProps>;
  readonly offer: unknown;
  readonly problem: string | null;
}

/**
 * Email and password, then the second step for accounts with two-step sign-in. The input stays if the server refuses
 * it, and while the second step is requested.
 */
export function CredentialsForm({
  email,
  onEmail,
  onLogin,
  loadSecondStep,
  submitText = 'Login',
  lead,
  canSend,
  children,
}: CredentialsFormProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<SecondStep | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const send = async (credentials: Credentials) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    if (step !== null) setStep({ ...step, problem: null });
    const outcome = await onLogin(credentials);
    if (outcome.kind === 'codeRequired') {
      try {
        const { offer = step?.offer } = outcome;
        setStep({ Step: await loadSecondStep(), offer, problem: outcome.problem });
      } catch {
        setProblem(messages.loginNoResponse);
      }
    } else if (outcome.kind === 'failed') {
      setProblem(outcome.sentence);
      if (outcome.isRejected) setStep(null);
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend?.() !== false) void send({ email, password });
  };

  if (step !== null)
    return (
      <step.Step
        email={email}
        offer={step.offer}
        problem={step.problem}
        failure={problem}
        isBusy={isBusy}
        onProof={(proof) => void send({ email, password, ...proof })}
        onBack={() => {
          setStep(null);
          setProblem(null);
        }}
      />
    );
  return (
    <Stack as="form" gap={4} onSubmit={submit}>
      {lead}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <TextField
        label="Email"
        name="email"
        // Not of the type `email`, in which Safari refuses domains with other letters than ASCII.
        inputMode="email"
        pattern="\s*\S+@\S+\s*"
        autoCapitalize="none"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {children}
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {isBusy ? 'Logging in…' : submitText}
      </Button>
    </Stack>
  );
}
