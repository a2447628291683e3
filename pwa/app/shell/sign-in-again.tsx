import { useState } from 'react';
import * as v from 'valibot';
import { CallError } from '#pwa/api/call.ts';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { paths } from '#pwa/paths.ts';
import { loadSignInStep } from '#pwa/second-factor/load-sign-in-step.ts';
import { login } from '#pwa/session/session.ts';
import { signupDraft } from '#pwa/session/signup-draft.ts';
import { tryLogin } from '#pwa/session/try-login.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { CredentialsForm } from '#pwa/ui/forms/credentials-form.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import type { User } from '#schema/account/user.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

const emailDraft = tabDraft('carrel.sign-in-again-draft', v.string());

/** The login for a user whose session has expired, with the email filled in. */
export function SignInAgain({ user }: { user: User }) {
  const [email, setEmail] = useFormDraft(emailDraft, () => user.email);
  const [isLost, setIsLost] = useState(false);
  const describe = (error: unknown) => {
    setIsLost(error instanceof CallError && error.code === 'account_lost');
    return describeFailure(error);
  };
  return (
    <CredentialsForm
      email={email}
      onEmail={setEmail}
      submitText="Sign in"
      loadSecondStep={loadSignInStep}
      onLogin={(credentials) =>
        tryLogin(async () => {
          await login(credentials);
          emailDraft.remove();
        }, describe)
      }
    >
      {isLost && (
        <TextLink
          to={paths.signup()}
          onClick={() => signupDraft.write({ name: user.name, email: user.email })}
        >
          Sign up again
        </TextLink>
      )}
    </CredentialsForm>
  );
}
