import { type FormEvent, useState } from 'react';
import { CallError, call } from '#pwa/api/call.ts';
import { sentenceOf } from '#pwa/api/sentence.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { helpEndpoints } from '#schema/endpoints/help-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { findNewPasswordProblems, type NewPasswordFields, type NewPasswordProblems } from './new-password.ts';
import styles from './recovery.module.css';
import { ConnectionNeeded } from './recovery-frame.tsx';
import { clearRecovery, readSentCode } from './recovery-session.ts';

interface ResetFormProps {
  token: string;
  onDone: () => void;
  /** Whether the server no longer knows this token. */
  onSessionExpired: () => void;
}

const fieldId = (name: keyof NewPasswordFields) => `reset-${name}`;

export function ResetForm({ token, onDone, onSessionExpired }: ResetFormProps) {
  const [fields, setFields] = useState<NewPasswordFields>({ password: '', confirmation: '' });
  const [problems, setProblems] = useState<NewPasswordProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const send = async () => {
    setIsBusy(true);
    try {
      await call(helpEndpoints.resetPassword, {
        body: { resetToken: token, newPassword: fields.password },
      });
      clearRecovery();
      onDone();
    } catch (error) {
      if (error instanceof CallError && error.code === 'reset_session_invalid') return onSessionExpired();
      const sentence = sentenceOf(error, messages.resetFailed);
      setIsBusy(false);
      if (error instanceof CallError && error.fields.newPassword !== undefined) {
        setProblems({ password: error.fields.newPassword });
        document.getElementById(fieldId('password'))?.focus();
      } else setFailure(sentence);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = findNewPasswordProblems(fields);
    setProblems(found);
    setFailure(null);
    if (found.password !== undefined) document.getElementById(fieldId('password'))?.focus();
    else if (found.confirmation !== undefined) document.getElementById(fieldId('confirmation'))?.focus();
    else void send();
  };
  const bind = (name: keyof NewPasswordFields) => ({
    id: fieldId(name),
    name,
    required: true,
    autoComplete: 'new-password',
    value: fields[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => {
      setFields({ ...fields, [name]: event.target.value });
      setProblems({ ...problems, [name]: undefined });
    },
  });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ConnectionNeeded />
      {failure && <Notice tone="bad">{failure}</Notice>}
      {/* Password managers store the new password under this account name. */}
      <input hidden type="email" autoComplete="username" value={readSentCode()?.email ?? ''} readOnly />
      <PasswordField
        label="New password"
        hint="At least 8 characters. Several words in a row are easy to remember and hard to guess."
        {...bind('password')}
      />
      <PasswordField label="Confirm new password" {...bind('confirmation')} />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {isBusy ? 'Resetting…' : 'Reset password'}
      </Button>
    </form>
  );
}
