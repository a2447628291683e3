import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { User } from '#schema/user.ts';
import { login } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { findRoute } from './paths.ts';
import styles from './session-sheet.module.css';

/** Asks a person whose session has ended to sign in again, over the page they were on, which stays readable. */
export function SessionSheet() {
  const session = useSession();
  const route = findRoute(useLocation().pathname);
  if (session.state !== 'expired' || route === 'login' || route === 'signup') return null;
  return <Sheet key={session.user.id} user={session.user} />;
}

function Sheet({ user }: { user: User }) {
  const [isFolded, setIsFolded] = useState(false);
  if (isFolded)
    return (
      <aside className={styles.folded} aria-label="Session">
        <Button variant="primary" onClick={() => setIsFolded(false)}>
          Sign in again
        </Button>
      </aside>
    );
  return (
    <aside className={styles.sheet} aria-labelledby="session-sheet-title">
      <div className={styles.head}>
        <h2 id="session-sheet-title">Please sign in again</h2>
        <Button variant="quiet" size="sm" onClick={() => setIsFolded(true)}>
          Keep reading
        </Button>
      </div>
      <p>Your session has ended. What you did is kept on this device and goes out once you are back.</p>
      <SignInAgain user={user} />
    </aside>
  );
}

function SignInAgain({ user }: { user: User }) {
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
      setProblem(error instanceof Error ? error.message : String(error));
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
