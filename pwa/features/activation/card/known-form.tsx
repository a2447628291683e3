import { type ReactNode, useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { loadSignInStep } from '#pwa/second-factor/load-sign-in-step.ts';
import { rememberedEmail } from '#pwa/session/remembered-email.ts';
import type { login } from '#pwa/session/session.ts';
import { signupDraft } from '#pwa/session/signup-draft.ts';
import { tryLogin } from '#pwa/session/try-login.ts';
import { loginSentence } from '#pwa/sign-in/login-sentence.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { CredentialsForm } from '#pwa/ui/forms/credentials-form.tsx';

interface KnownFormProps {
  lead: ReactNode;
  canSend: () => boolean;
  submitText: string;
  open: (credentials: Parameters<typeof login>[0]) => Promise<unknown>;
}

/** The sign-in of a person who has an account; it begins with the email that they typed for a new one. */
export function KnownForm({ open, ...form }: KnownFormProps) {
  const [email, setEmail] = useState(() => signupDraft.read()?.email || rememberedEmail());
  return (
    <CredentialsForm
      {...form}
      email={email}
      onEmail={setEmail}
      loadSecondStep={loadSignInStep}
      onLogin={(credentials) => tryLogin(() => open(credentials), loginSentence)}
    >
      <p>
        <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>
      </p>
    </CredentialsForm>
  );
}
