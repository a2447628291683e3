import { type FormEvent, useState } from 'react';
import { adminLogin } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './admin-login-page.module.css';
import { adminLoginSentence } from './admin-login-sentence.ts';

/** @param knownEmail of an admin whose session has ended here; empty otherwise */
export function AdminLoginForm({ knownEmail }: { knownEmail: string }) {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      await adminLogin({ email, password });
    } catch (error) {
      setProblem(adminLoginSentence(error));
    }
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
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {isBusy ? 'Logging in…' : 'Login'}
      </Button>
    </form>
  );
}
