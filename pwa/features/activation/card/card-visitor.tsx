import { useState } from 'react';
import { rememberedEmail } from '#pwa/session/remembered-email.ts';
import { login, register } from '#pwa/session/session.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { SignupForm } from '#pwa/sign-in/signup-form.tsx';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { SupportLink } from '../support-link.tsx';
import { useCodeEntry } from '../use-code-entry.ts';
import styles from './card-page.module.css';
import { EnteredCode } from './entered-code.tsx';
import { KnownForm } from './known-form.tsx';

interface CardVisitorProps {
  courseId: string;
  /** Called when the form is sent, and again with `false` if nobody was signed in. */
  onSubmit: (isUnderWay: boolean) => void;
}

/** The code of the card and a new account, or a sign-in, in one form. */
export function CardVisitor({ courseId, onSubmit }: CardVisitorProps) {
  const entry = useCodeEntry(courseId);
  const [isNew, setIsNew] = useState(() => rememberedEmail() === '');
  const isOnline = useIsOnline();
  const withCode = async <Result,>(signIn: () => Promise<Result>): Promise<Result> => {
    onSubmit(true);
    try {
      return await signIn();
    } catch (error) {
      onSubmit(false);
      throw error;
    }
  };
  const form = {
    lead: <EnteredCode entry={entry} />,
    canSend: entry.check,
    submitText: submitTextOf(entry.isWarned, isNew),
  };
  return (
    <>
      <h2 className={styles.formTitle}>{isNew ? 'Create an account to begin' : 'Sign in to begin'}</h2>
      {!isOnline && (
        <Notice tone="wait" title="No connection">
          An account needs a connection. Your code stays in this tab until you have one.
        </Notice>
      )}
      {isNew ? (
        <SignupForm {...form} hasConfirmation={false} create={(input) => withCode(() => register(input))} />
      ) : (
        <KnownForm {...form} open={(credentials) => withCode(() => login(credentials))} />
      )}
      <p className={styles.other}>
        {isNew ? 'Already have an account?' : 'New here?'}
        <Button variant="quiet" onClick={() => setIsNew(!isNew)}>
          {isNew ? 'Sign in' : 'Create an account'}
        </Button>
      </p>
      <SupportLink />
    </>
  );
}

function submitTextOf(isWarned: boolean, isNew: boolean): string {
  if (isWarned) return 'Send it anyway';
  return isNew ? 'Create account and unlock' : 'Sign in and unlock';
}
