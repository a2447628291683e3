import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react';
import { CallError } from '#pwa/api/call.ts';
import { paths } from '#pwa/paths.ts';
import { register } from '#pwa/session/session.ts';
import { signupDraft } from '#pwa/session/signup-draft.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { RestoredNotice } from '#pwa/ui/feedback/restored-notice.tsx';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import {
  findSignupProblems,
  ownProblems,
  type SignupField,
  type SignupFields,
  type SignupProblems,
} from './signup-check.ts';
import styles from './signup-form.module.css';
import { SignupSummary } from './signup-summary.tsx';

const EMPTY: SignupFields = { name: '', email: '', password: '', confirmation: '' };

interface SignupFormProps {
  /** Content above the fields. */
  lead?: ReactNode;
  /** The password is typed twice. */
  hasConfirmation?: boolean;
  submitText?: string;
  /** Checks what the lead contains; false if the form is not to be sent. */
  canSend?: () => boolean;
  create?: typeof register;
}

/** The form of a new account. Its name and email stay on the device until the account exists. */
export function SignupForm({
  lead,
  hasConfirmation = true,
  submitText = 'Sign Up',
  canSend = () => true,
  create = register,
}: SignupFormProps) {
  const [typed, setTyped] = useState<SignupFields>(() => ({ ...EMPTY, ...signupDraft.read() }));
  const [isRestored, setIsRestored] = useState(() => signupDraft.read() !== null);
  const fields = hasConfirmation ? typed : { ...typed, confirmation: typed.password };
  const { problems, failure, isBusy, attempt, forget, submit } = useSignup(fields, { canSend, create });
  const bind = (name: SignupField) => ({
    id: fieldId(name),
    name,
    required: true,
    value: fields[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const next = { ...typed, [name]: event.target.value };
      setTyped(next);
      if (next.name === '' && next.email === '') signupDraft.remove();
      else signupDraft.write({ name: next.name, email: next.email });
      forget(name);
    },
  });
  const startAfresh = () => {
    signupDraft.remove();
    setTyped(EMPTY);
    setIsRestored(false);
  };
  return (
    // Shows all messages at once, instead of the browser's one at a time.
    <Stack as="form" gap={4} className={styles.form} noValidate onSubmit={submit}>
      {lead}
      <SignupSummary key={attempt} problems={problems} failure={failure} fieldId={fieldId} />
      {isRestored && (
        <RestoredNotice onStartAfresh={startAfresh}>
          Your name and email were restored from this device.
        </RestoredNotice>
      )}
      <TextField label="Full name" autoComplete="name" {...bind('name')} />
      <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...bind('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters. Several words in a row are easy to remember and hard to guess."
        {...bind('password')}
      />
      {hasConfirmation && (
        <PasswordField label="Confirm password" autoComplete="new-password" {...bind('confirmation')} />
      )}
      <p className={styles.small}>
        By signing up you agree to the <Link to={paths.terms}>terms</Link> and have read the page about{' '}
        <Link to={paths.privacy}>privacy</Link>.
      </p>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {isBusy ? 'Creating your account…' : submitText}
      </Button>
    </Stack>
  );
}

const fieldId = (name: SignupField) => `signup-${name}`;

function useSignup(
  fields: SignupFields,
  { canSend, create }: Required<Pick<SignupFormProps, 'canSend' | 'create'>>,
) {
  const [problems, setProblems] = useState<SignupProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const showProblems = (found: SignupProblems, sentence: string | null) => {
    setProblems(found);
    setFailure(sentence);
    setAttempt((count) => count + 1);
  };
  const send = async () => {
    setIsBusy(true);
    try {
      await create({ name: fields.name, email: fields.email, password: fields.password });
    } catch (error) {
      showProblems(error instanceof CallError ? ownProblems(error.fields) : {}, signupSentence(error));
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const isLeadRight = canSend();
    const found = findSignupProblems(fields);
    showProblems(found, null);
    if (isLeadRight && Object.keys(found).length === 0) void send();
  };
  /** A field's message is removed as soon as the field is edited. */
  const forget = (name: SignupField) => {
    const { [name]: _removed, ...others } = problems;
    setProblems(others);
  };
  return { problems, failure, isBusy, attempt, forget, submit };
}

function signupSentence(error: unknown): string {
  const isKnown = error instanceof CallError && (error.isSpecific || error.status === 0);
  return isKnown ? error.message : messages.signupFailed;
}
