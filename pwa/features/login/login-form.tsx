import { loadSignInStep } from '#pwa/second-factor/load-sign-in-step.ts';
import { rememberEmail, rememberedEmail } from '#pwa/session/remembered-email.ts';
import { login } from '#pwa/session/session.ts';
import { tryLogin } from '#pwa/session/try-login.ts';
import { loginSentence } from '#pwa/sign-in/login-sentence.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { CredentialsForm } from '#pwa/ui/forms/credentials-form.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { loginDraft } from './login-draft.ts';
import styles from './login-page.module.css';

interface LoginFormProps {
  /** The email of a user whose session has expired on this device. */
  knownEmail: string | null;
  /** The path of the password recovery; null if there is no such screen. */
  recovery: string | null;
}

export function LoginForm({ knownEmail, recovery }: LoginFormProps) {
  const [fields, change] = useFormDraft(loginDraft, () => {
    const remembered = rememberedEmail();
    return { email: knownEmail ?? remembered, isRemembered: remembered !== '' };
  });
  return (
    <CredentialsForm
      email={fields.email}
      onEmail={(email) => change({ ...fields, email })}
      loadSecondStep={loadSignInStep}
      onLogin={(credentials) =>
        tryLogin(async () => {
          await login(credentials);
          rememberEmail(fields.isRemembered ? credentials.email : null);
          loginDraft.remove();
        }, loginSentence)
      }
    >
      <div className={styles.options}>
        <Checkbox
          label="Remember me"
          checked={fields.isRemembered}
          onChange={(event) => change({ ...fields, isRemembered: event.target.checked })}
        />
        {recovery && <TextLink to={recovery}>Forgot password?</TextLink>}
      </div>
    </CredentialsForm>
  );
}
