import { type FormEvent, useEffectEvent, useLayoutEffect } from 'react';
import { requestPersistentStorage } from '#pwa/install/request-persistent-storage.ts';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { oddCharacter } from '#schema/activation/code-text.ts';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './activation-page.module.css';
import { CodeField } from './code-field.tsx';
import { SupportLink } from './support-link.tsx';
import type { Activation } from './use-activation.ts';
import { useCodeEntry } from './use-code-entry.ts';

interface ActivationFormProps {
  /** The target's id, which names the draft of the field. */
  place: string;
  cancelTo: string;
  activation: Activation;
  /** Returns, once, whether the learner has submitted the code already, before they signed in. */
  wasSubmitted?: () => boolean;
}

/** The code field. Its input stays, also when the server refuses it. */
export function ActivationForm({ place, cancelTo, activation, wasSubmitted }: ActivationFormProps) {
  const { view, enteredCode, submit } = activation;
  const entry = useCodeEntry(place, enteredCode);
  const { code, problem } = entry;
  const isBusy = view.kind === 'sending';
  const refusal = view.kind === 'form' && code.trim() === enteredCode ? view.refusal : null;
  const odd = (problem ?? refusal) === messages.codeInvalid ? oddCharacter(code) : null;

  const send = async () => {
    requestPersistentStorage();
    await submit(entry.take()).then(entry.forget, (error: unknown) =>
      entry.setProblem(describeFailure(error, messages.activationScreenFailed)),
    );
  };
  const unlock = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && entry.check()) void send();
  };
  const sendSubmitted = useEffectEvent(() => {
    if (wasSubmitted?.() === true) void send();
  });
  // Before the form is painted: the learner sees that the code is being sent.
  useLayoutEffect(() => sendSubmitted(), []);

  return (
    <Stack as="form" gap={5} onSubmit={unlock} noValidate>
      <CodeField ref={entry.field} value={code} error={problem ?? refusal} onChange={entry.type} />
      {odd !== null && (
        <p className={styles.note}>The code has {odd}. Compare it with the code that you received.</p>
      )}
      <Cluster>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? 'Unlocking…' : entry.isWarned ? 'Send it anyway' : 'Unlock course'}
        </Button>
        <ButtonLink to={cancelTo} variant="quiet">
          Cancel
        </ButtonLink>
      </Cluster>
      {refusal === messages.codeAmbiguous && (
        <p className={styles.note}>
          <Link to={paths.courses}>See all courses</Link>
        </p>
      )}
      <SupportLink />
    </Stack>
  );
}
