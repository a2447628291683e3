import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { requestPersistentStorage } from '#pwa/install/request-persistent-storage.ts';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { checkCode } from '#schema/activation/check-code.ts';
import { bareCode, codeToSend, mixesScripts, oddCharacter } from '#schema/activation/code-text.ts';
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

/** Not a refusal: a code that was uploaded has no check letter, and may look like one that Carrel drew. */
export const WRONG_LETTER = 'One letter looks wrong. Check it again, or send it anyway.';

/** The code field. Its input stays, also when the server refuses it. */
export function ActivationForm({ place, cancelTo, activation }: ActivationFormProps) {
  const { view, enteredCode, submit } = activation;
  const draft = codeDraft(place);
  const [typed, setTyped] = useFormDraft<string | null>(draft, () => null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const code = typed ?? enteredCode;
  const isBusy = view.kind === 'sending';
  /** The code is shown with the warning; an edit removes it, and a second submit sends the code. */
  const isWarned = problem !== null && problem === warningAbout(code);
  const refusal = view.kind === 'form' && code.trim() === enteredCode ? view.refusal : null;
  const odd = (problem ?? refusal) === messages.codeInvalid ? oddCharacter(code) : null;

  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const doubt = code.trim() === '' ? messages.codeMissing : warningAbout(code);
    if (doubt !== null && !isWarned) {
      setProblem(doubt);
      field.current?.focus();
      return;
    }
    setProblem(null);
    requestPersistentStorage();
    // The code alone, if a link or a sentence was pasted: the screen goes on to show what was sent.
    const sent = codeToSend(code);
    if (sent !== code.trim()) setTyped(sent);
    await submit(sent).then(draft.remove, (error: unknown) =>
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
      {odd !== null && (
        <p className={styles.note}>The code has {odd}. Compare it with the code that you received.</p>
      )}
      <Cluster>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? 'Unlocking…' : isWarned ? 'Send it anyway' : 'Unlock course'}
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

/** Returns what looks wrong about a code, which may be right all the same; null if nothing does. */
function warningAbout(code: string): string | null {
  if (mixesScripts(code)) {
    const odd = oddCharacter(code) ?? '';
    return `${odd.charAt(0).toUpperCase()}${odd.slice(1)} looks out of place. Check the code again, or send it anyway.`;
  }
  return checkCode(bareCode(code)) === 'wrong letter' ? WRONG_LETTER : null;
}
