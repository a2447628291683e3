import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { call } from '#pwa/api/call.ts';
import { sentenceOf } from '#pwa/api/sentence.ts';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { paths } from '#pwa/paths.ts';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { digitsOfCode } from '#schema/account/recovery.ts';
import { withPlainDigits } from '#schema/activation/code-digits.ts';
import { helpEndpoints } from '#schema/endpoints/help-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { type SentCode, writeResetToken } from './recovery-session.ts';
import { requestCode } from './request-code.ts';

const codeDraft = tabDraft('carrel.recovery-code', v.string());

/** Step 2: exchanges the code for a reset token and continues, or requests another code. */
export function useVerification(first: SentCode) {
  const navigate = useNavigate();
  const [{ email, requestId, sentAt }, setSent] = useState(first);
  const [code, setCode] = useFormDraft(codeDraft, () => '');
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null);

  const run = async (what: 'verify' | 'resend', fallback: string, work: () => Promise<void>) => {
    if (busy !== null) return;
    setBusy(what);
    setProblem(null);
    setNote(null);
    try {
      await work();
    } catch (error) {
      setProblem(sentenceOf(error, fallback));
      if (what === 'verify') document.getElementById('recovery-code')?.focus();
    }
    setBusy(null);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run('verify', messages.otpInvalid, async () => {
      const body = { email, otp: code, requestId };
      const { resetToken } = await call(helpEndpoints.verifyOtp, { body });
      writeResetToken(resetToken);
      codeDraft.remove();
      await navigate(paths.resetPassword);
    });
  };
  const resend = () => {
    void run('resend', messages.otpResendFailed, async () => {
      setSent(await requestCode(email));
      setCode('');
      setNote('A new code was sent. The previous code no longer works.');
    });
  };
  const enter = (typed: string) => {
    setCode(digitsOfCode(withPlainDigits(typed)));
    setProblem(null);
  };
  return {
    sentAt,
    code,
    enter,
    problem,
    note,
    isBusy: busy === 'verify',
    isResending: busy === 'resend',
    submit,
    resend,
  };
}
