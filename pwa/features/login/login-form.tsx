import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { login } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './login-page.module.css';
import { loginSentence } from './login-sentence.ts';
import { rememberEmail, rememberedEmail } from './remembered-email.ts';

interface LoginFormProps {
  /** The email of a person whose session has ended here. */
  knownEmail: string | null;
  /** Where passwords are recovered; null while there is no such screen. */
  recovery: string | null;
}

export function LoginForm({ knownEmail, recovery }: LoginFormProps) {
  const [remembered] = useState(rememberedEmail);
  const [email, setEmail] = useState(knownEmail ?? remembered);
  const [password, setPassword] = useState('');
  const [isRemembered, setIsRemembered] = useState(remembered !== '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      await login({ email, password });
      rememberEmail(isRemembered ? email : null);
    } catch (error) {
      setProblem(loginSentence(error));
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
      <div className={styles.options}>
        <Checkbox
          label="Remember me"
          checked={isRemembered}
          onChange={(event) => setIsRemembered(event.target.checked)}
        />
        {recovery && <Link to={recovery}>Forgot password?</Link>}
      </div>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {isBusy ? 'Logging in…' : 'Login'}
      </Button>
    </form>
  );
}
