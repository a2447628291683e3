import { useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { countdown } from '#schema/account/recovery.ts';
import { RESET_CODE_LIFETIME_SECONDS } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { takeSentCode } from './linked-reset.ts';
import styles from './recovery.module.css';
import { ConnectionNeeded, RecoveryFrame } from './recovery-frame.tsx';
import type { SentCode } from './recovery-session.ts';
import { useCodeClock } from './use-code-clock.ts';
import { useVerification } from './use-verification.ts';

/** Step 2: the code from the email (spec map, section 2). */
export function VerifyOtpPage() {
  const [sent] = useState(takeSentCode);
  return (
    <RecoveryFrame
      title="Enter your code"
      lead={
        sent === null ? (
          'The code is sent to the email of your account.'
        ) : (
          <>
            Six digits, sent to <strong>{sent.email}</strong>. Spaces and dashes do not matter.
          </>
        )
      }
    >
      {sent === null ? <EmailMissing /> : <CodeForm first={sent} />}
    </RecoveryFrame>
  );
}

function EmailMissing() {
  return (
    <Notice
      tone="bad"
      actions={
        <ButtonLink to={paths.forgotPassword} size="sm">
          Back to the previous step
        </ButtonLink>
      }
    >
      {messages.otpEmailMissing}
    </Notice>
  );
}

function CodeForm({ first }: { first: SentCode }) {
  const { sentAt, code, enter, problem, note, isBusy, isResending, submit, resend } = useVerification(first);
  const { secondsLeft, secondsToResend } = useCodeClock(sentAt);
  const isExpired = secondsLeft === 0;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ConnectionNeeded />
      <TextField
        id="recovery-code"
        label="Code"
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        enterKeyHint="go"
        required
        className={styles.code}
        hint="If you receive several codes, use the newest."
        error={problem}
        value={code}
        onChange={(event) => enter(event.target.value)}
      />
      <p className="visually-hidden" role="alert">
        {problem}
      </p>
      <p className={styles.clock}>
        {isExpired ? (
          'This code has expired. Request a new one.'
        ) : (
          <>
            The code expires in{' '}
            <time role="timer" dateTime={`PT${secondsLeft}S`}>
              {countdown(Math.min(secondsLeft, RESET_CODE_LIFETIME_SECONDS))}
            </time>
          </>
        )}
      </p>
      <Cluster className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={isExpired}>
          {isBusy ? 'Verifying…' : 'Verify code'}
        </Button>
        <Button isBusy={isResending} disabled={secondsToResend > 0} onClick={resend}>
          {secondsToResend > 0 ? `Resend code in ${secondsToResend} s` : 'Resend code'}
        </Button>
      </Cluster>
      <p className="visually-hidden" role="status">
        {isExpired ? 'This code has expired. Request a new one.' : ''}
      </p>
      {note && <Notice tone="ok">{note}</Notice>}
    </form>
  );
}
