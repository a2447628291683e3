import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { Stack } from '../layout/stack.tsx';
import { CodeStep } from './code-step.tsx';

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The code of the second step, if the server requires one. */
  readonly secondFactor?: string;
}

/**
 * The result of a sign-in attempt. `askCode`: the password was correct, and the account also requires a code;
 * `problem` is the problem with the one that was sent. `failed`: `isRejected` if the credentials were
 * refused, so that the form shows them again.
 */
type LoginOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'codeRequired'; readonly problem: string | null }
  | { readonly kind: 'failed'; readonly sentence: string; readonly isRejected: boolean };

interface CredentialsFormProps {
  email: string;
  onEmail: (email: string) => void;
  onLogin: (credentials: Credentials) => Promise<LoginOutcome>;
  submitText?: string;
  /** Content between the fields and the button. */
  children?: ReactNode;
}

/**
 * Email and password, then the code for accounts with two-step sign-in. The input stays if the server refuses
 * it, and while the code is requested.
 */
export function CredentialsForm({
  email,
  onEmail,
  onLogin,
  submitText = 'Login',
  children,
}: CredentialsFormProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [isCodeRequired, setIsCodeRequired] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const send = async (credentials: Credentials) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    setCodeProblem(null);
    const outcome = await onLogin(credentials);
    if (outcome.kind === 'codeRequired') {
      setIsCodeRequired(true);
      setCodeProblem(outcome.problem);
    } else if (outcome.kind === 'failed') {
      setProblem(outcome.sentence);
      if (outcome.isRejected) setIsCodeRequired(false);
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send({ email, password });
  };

  if (isCodeRequired)
    return (
      <CodeStep
        email={email}
        problem={codeProblem}
        failure={problem}
        isBusy={isBusy}
        onCode={(secondFactor) => void send({ email, password, secondFactor })}
        onBack={() => {
          setIsCodeRequired(false);
          setProblem(null);
        }}
      />
    );
  return (
    <Stack as="form" gap={4} onSubmit={submit}>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
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
