import { type FormEvent, useRef, useState } from 'react';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '#schema/limits.ts';
import { messages } from '#schema/messages.ts';
import { describeFailure } from '#schema/spoken-error.ts';
import { askToKeepStorage } from '../../install/keep-storage.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './activation-page.module.css';
import { SupportLink } from './support-link.tsx';
import type { Activation } from './use-activation.ts';

interface ActivationFormProps {
  courseId: string;
  activation: Activation;
}

/** One field. What was typed stays in it, also when the server refuses it. */
export function ActivationForm({ courseId, activation }: ActivationFormProps) {
  const { view, enteredCode, submit } = activation;
  const [typed, setTyped] = useState<string | null>(null);
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
    askToKeepStorage();
    await submit(code).catch((error: unknown) =>
      setProblem(describeFailure(error, messages.activationScreenFailed)),
    );
  };

  return (
    <form className={styles.form} onSubmit={(event) => void unlock(event)} noValidate>
      <TextField
        ref={field}
        label="Activation code"
        hint="It came with your purchase. Capitals, spaces and dashes do not matter."
        error={problem ?? refusal}
        value={code}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
        className={styles.code}
        maxLength={ACTIVATION_CODE_MAX_CHARACTERS}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        required
      />
      <p className="visually-hidden" role="alert">
        {problem ?? refusal}
      </p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? 'Unlocking…' : 'Unlock course'}
        </Button>
        <ButtonLink to={paths.course(courseId)} variant="quiet">
          Cancel
        </ButtonLink>
      </div>
      <SupportLink />
    </form>
  );
}
