import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { RESET_REDIRECT_MS } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { Panel, RecoveryFrame } from './recovery-frame.tsx';
import { readResetToken } from './recovery-session.ts';
import { ResetForm } from './reset-form.tsx';

type Step = { name: 'form'; token: string } | { name: 'noSession' } | { name: 'done' };

/** Step 3: the new password (spec map, section 2). */
export function ResetPasswordPage() {
  const [step, setStep] = useState<Step>(() => {
    const token = readResetToken();
    return token === null ? { name: 'noSession' } : { name: 'form', token };
  });
  return (
    <RecoveryFrame
      title="Choose a new password"
      lead="All your devices are signed out. Sign in again with the new password."
    >
      {step.name === 'noSession' && <NoSession />}
      {step.name === 'form' && (
        <ResetForm
          token={step.token}
          onDone={() => setStep({ name: 'done' })}
          onSessionExpired={() => setStep({ name: 'noSession' })}
        />
      )}
      {step.name === 'done' && <Done />}
    </RecoveryFrame>
  );
}

function NoSession() {
  return (
    <Notice
      tone="bad"
      actions={
        <ButtonLink to={paths.forgotPassword} size="sm">
          Start again
        </ButtonLink>
      }
    >
      {messages.resetSessionInvalid}
    </Notice>
  );
}

function Done() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login(), { replace: true }), RESET_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Panel>
      <Notice tone="ok" title="Your password has been reset">
        The login opens in {RESET_REDIRECT_MS / 1_000} seconds.
      </Notice>
      <ButtonLink to={paths.login()} variant="primary" replace>
        Go to login
      </ButtonLink>
    </Panel>
  );
}
