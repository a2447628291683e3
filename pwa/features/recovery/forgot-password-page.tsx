import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { sentenceOf } from '#pwa/api/sentence.ts';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Email } from '#schema/account/email.ts';
import { messages } from '#schema/messages/messages.ts';
import styles from './recovery.module.css';
import { ConnectionNeeded, Panel, RecoveryFrame } from './recovery-frame.tsx';
import { readSentCode } from './recovery-session.ts';
import { requestCode } from './request-code.ts';

const emailDraft = tabDraft('carrel.recovery-email', v.string());

/** Step 1: the email to which the code is sent (spec map, section 2). */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <RecoveryFrame
      title="Forgot your password?"
      lead="Enter the email of your account. We send a six-digit code for choosing a new password."
    >
      {sentTo === null ? (
        <EmailForm onSent={setSentTo} />
      ) : (
        <CodeSent email={sentTo} onChange={() => setSentTo(null)} />
      )}
    </RecoveryFrame>
  );
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const [email, setEmail] = useFormDraft(emailDraft, () => readSentCode()?.email ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const send = async (address: string) => {
    setIsBusy(true);
    try {
      await requestCode(address);
      emailDraft.remove();
      onSent(address);
    } catch (error) {
      setFailure(sentenceOf(error, messages.recoveryFailed));
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const parsed = v.safeParse(Email, email, { abortPipeEarly: true });
    setProblem(parsed.success ? null : parsed.issues[0].message);
    setFailure(null);
    if (parsed.success) void send(parsed.output);
    else document.getElementById('recovery-email')?.focus();
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ConnectionNeeded />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <TextField
        id="recovery-email"
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        error={problem}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setProblem(null);
        }}
      />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {isBusy ? 'Sending the code…' : 'Send code'}
      </Button>
    </form>
  );
}

/** The same message whether or not the account exists, so that it does not reveal members. */
function CodeSent({ email, onChange }: { email: string; onChange: () => void }) {
  return (
    <Panel>
      <Notice tone="ok" title="A code was sent">
        <p>
          If <strong>{email}</strong> has an account, a six-digit code arrives shortly. It expires in 15
          minutes.
        </p>
        <p>No email? Check your spam folder.</p>
      </Notice>
      <Cluster className={styles.actions}>
        <ButtonLink to={paths.verifyOtp} variant="primary">
          Enter code
        </ButtonLink>
        <Button variant="quiet" onClick={onChange}>
          Use another email
        </Button>
      </Cluster>
    </Panel>
  );
}
