import { type FormEvent, useState } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';
import type { User } from '#schema/user.ts';
import { login } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './session-sheet.module.css';

/** The login of a person whose session has ended here; their email stands in it already. */
export function SignInAgain({ user }: { user: User }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem(null);
    try {
      await login({ email: String(fields.get('email')), password: String(fields.get('password')) });
    } catch (error) {
      setProblem(describeFailure(error));
      setIsBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={user.email}
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Sign in
      </Button>
    </form>
  );
}
