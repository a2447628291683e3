import { useState } from 'react';
import { Link } from 'react-router-dom';
import { login } from '../../session/session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CredentialsForm } from '../../ui/credentials-form.tsx';
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
  const [isRemembered, setIsRemembered] = useState(remembered !== '');
  return (
    <CredentialsForm
      email={knownEmail ?? remembered}
      onLogin={async (credentials) => {
        try {
          await login(credentials);
          rememberEmail(isRemembered ? credentials.email : null);
          return null;
        } catch (error) {
          return loginSentence(error);
        }
      }}
    >
      <div className={styles.options}>
        <Checkbox
          label="Remember me"
          checked={isRemembered}
          onChange={(event) => setIsRemembered(event.target.checked)}
        />
        {recovery && <Link to={recovery}>Forgot password?</Link>}
      </div>
    </CredentialsForm>
  );
}
