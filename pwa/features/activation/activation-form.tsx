import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { requestPersistentStorage } from '#pwa/install/request-persistent-storage.ts';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './activation-page.module.css';
import { codeDraft } from './code-draft.ts';
import { CodeField } from './code-field.tsx';
import { SupportLink } from './support-link.tsx';
import type { Activation } from './use-activation.ts';

interface ActivationFormProps {
  /** The target's id, which names the draft of the field. */
  place: string;
  cancelTo: string;
  activation: Activation;
}

/** The code field. Its input stays, also when the server refuses it. */
export function ActivationForm({ place, cancelTo, activation }: ActivationFormProps) {
  const { view, enteredCode, submit } = activation;
  const draft = codeDraft(place);
  const [typed, setTyped] = useFormDraft<string | null>(draft, () => null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const code = typed ?? enteredCode;
  const isBusy = view.kind === 'sending';
  const refusal = view.kind === 'form' && code.trim() === enteredCode ? view.refusal : null;

  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === '') {
      setProblem(messages.codeMissing);
      field.current?.focus();
      return;
    }
    setProblem(null);
    requestPersistentStorage();
    await submit(code).then(draft.remove, (error: unknown) =>
      setProblem(describeFailure(error, messages.activationScreenFailed)),
    );
  };

  return (
    <Stack as="form" gap={5} onSubmit={(event) => void unlock(event)} noValidate>
      <CodeField
        ref={field}
        value={code}
        error={problem ?? refusal}
        onChange={(typedNow) => {
          setTyped(typedNow);
          setProblem(null);
        }}
      />
      <Cluster>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? 'Unlocking…' : 'Unlock course'}
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
