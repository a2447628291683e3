import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import styles from './credentials-form.module.css';
import { Notice } from './notice.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface CredentialsFormProps {
  /** What stands in the field at first. */
  email: string;
  /** Resolves to the sentence that says why not; null when it went well. */
  onLogin: (credentials: Credentials) => Promise<string | null>;
  /** What is offered between the fields and the button. */
  children?: ReactNode;
}

/** Email and password. What was typed stays in it, also when the server refuses it. */
export function CredentialsForm({ email: first, onLogin, children }: CredentialsFormProps) {
  const [email, setEmail] = useState(first);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    setProblem(await onLogin({ email, password }));
    setIsBusy(false);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
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
        {isBusy ? 'Logging in…' : 'Login'}
      </Button>
    </form>
  );
}
