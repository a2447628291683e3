import { type ChangeEvent, type FormEvent, useCallback, useEffect, useState } from 'react';
import { CallError } from '#pwa/api/call.ts';
import { changePassword } from '#pwa/session/session.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { SUCCESS_MESSAGE_MS } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import {
  findPasswordProblems,
  ownProblems,
  type PasswordFieldName,
  type PasswordFields,
  type PasswordProblems,
  passwordFieldNames,
} from './password-check.ts';
import { passwordSentence } from './password-sentence.ts';
import styles from './profile-page.module.css';

const EMPTY: PasswordFields = { currentPassword: '', newPassword: '', confirmation: '' };
const fieldId = (name: PasswordFieldName) => `password-${name}`;

type Outcome = { kind: 'updated' } | { kind: 'failed'; sentence: string };

interface PasswordFormProps {
  email: string;
  /** Whether it is all that its page is for. */
  isOnly?: boolean;
}

/** Sent directly to the server: a password is never stored on the device, so this needs a connection. */
export function PasswordForm({ email, isOnly = false }: PasswordFormProps) {
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<PasswordProblems>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const endOutcome = useCallback(() => setOutcome(null), []);

  const send = async () => {
    setIsBusy(true);
    try {
      await changePassword({ currentPassword: fields.currentPassword, newPassword: fields.newPassword });
      setFields(EMPTY);
      setOutcome({ kind: 'updated' });
    } catch (error) {
      setProblems(error instanceof CallError ? ownProblems(error.fields) : {});
      setOutcome({ kind: 'failed', sentence: passwordSentence(error) });
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = findPasswordProblems(fields);
    setProblems(found);
    setOutcome(null);
    const first = passwordFieldNames.find((name) => found[name] !== undefined);
    if (first === undefined) void send();
    else document.getElementById(fieldId(first))?.focus();
  };
  const bind = (name: PasswordFieldName) => ({
    id: fieldId(name),
    name,
    required: true,
    value: fields[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setFields({ ...fields, [name]: event.target.value });
      const { [name]: _removed, ...others } = problems;
      setProblems(others);
    },
  });
  return (
    <Stack as="form" gap={4} className={styles.form} noValidate onSubmit={submit}>
      <ConnectionNeeded />
      {/* Password managers store the new password under this account name. */}
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField label="Current password" autoComplete="current-password" {...bind('currentPassword')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters. All other devices are signed out."
        {...bind('newPassword')}
      />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...bind('confirmation')} />
      {outcome?.kind === 'failed' && <Notice tone="bad">{outcome.sentence}</Notice>}
      {outcome?.kind === 'updated' && <Updated onEnd={endOutcome} />}
      <Cluster gap={3}>
        <Button type="submit" variant={isOnly ? 'primary' : 'line'} isBusy={isBusy}>
          {isBusy ? 'Changing…' : 'Change password'}
        </Button>
      </Cluster>
    </Stack>
  );
}

function ConnectionNeeded() {
  const isOnline = useIsOnline();
  if (isOnline) return null;
  return (
    <Notice tone="wait" title="This needs a connection">
      You are offline. Passwords are never saved on a device. Connect to change your password.
    </Notice>
  );
}

/** Shown for three seconds (spec map, section 9). */
function Updated({ onEnd }: { onEnd: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onEnd, SUCCESS_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [onEnd]);
  return <Notice tone="ok">{messages.passwordUpdated}</Notice>;
}
