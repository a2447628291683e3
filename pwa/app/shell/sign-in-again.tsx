import * as v from 'valibot';
import type { User } from '#schema/account/user.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { tabDraft } from '../../device/form-draft.ts';
import { login } from '../../session/session.ts';
import { tryLogin } from '../../session/try-login.ts';
import { CredentialsForm } from '../../ui/forms/credentials-form.tsx';
import { useFormDraft } from '../../ui/forms/use-form-draft.ts';

const emailDraft = tabDraft('carrel.sign-in-again-draft', v.string());

/** The login for a user whose session has expired, with the email filled in. */
export function SignInAgain({ user }: { user: User }) {
  const [email, setEmail] = useFormDraft(emailDraft, () => user.email);
  return (
    <CredentialsForm
      email={email}
      onEmail={setEmail}
      submitText="Sign in"
      onLogin={(credentials) =>
        tryLogin(async () => {
          await login(credentials);
          emailDraft.remove();
        }, describeFailure)
      }
    />
  );
}
