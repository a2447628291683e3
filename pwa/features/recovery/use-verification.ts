import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { accountEndpoints } from '#schema/account-endpoints.ts';
import { messages } from '#schema/messages.ts';
import { digitsOfCode } from '#schema/recovery.ts';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/sentence.ts';
import { paths } from '../../paths.ts';
import { type SentCode, writeResetToken, writeSentCode } from './recovery-session.ts';

/** The second step's work: exchanges the code for a reset token and goes on, or asks for another code. */
export function useVerification({ email, sentAt: firstSentAt }: SentCode) {
  const navigate = useNavigate();
  const [sentAt, setSentAt] = useState(firstSentAt);
  const [code, setCode] = useState('');
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
      const { resetToken } = await call(accountEndpoints.verifyOtp, { body: { email, otp: code } });
      writeResetToken(resetToken);
      await navigate(paths.resetPassword);
    });
  };
  const resend = () => {
    void run('resend', messages.otpResendFailed, async () => {
      await call(accountEndpoints.forgotPassword, { body: { email } });
      const now = Date.now();
      writeSentCode({ email, sentAt: now });
      setSentAt(now);
      setCode('');
      setNote('A new code was sent. The one before no longer works.');
    });
  };
  const enter = (typed: string) => {
    setCode(digitsOfCode(typed));
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
