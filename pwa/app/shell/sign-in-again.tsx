import * as v from 'valibot';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { login } from '#pwa/session/session.ts';
import { tryLogin } from '#pwa/session/try-login.ts';
import { CredentialsForm } from '#pwa/ui/forms/credentials-form.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import type { User } from '#schema/account/user.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

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
