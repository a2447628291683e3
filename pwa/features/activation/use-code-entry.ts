import { useRef, useState } from 'react';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { checkCode } from '#schema/activation/check-code.ts';
import { bareCode, codeToSend, mixesScripts, oddCharacter } from '#schema/activation/code-text.ts';
import { messages } from '#schema/messages/messages.ts';
import { codeDraft } from './code-draft.ts';

/** Not a refusal: a code that was uploaded has no check letter, and may look like one that Carrel drew. */
export const WRONG_LETTER = 'One letter looks wrong. Check it again, or send it anyway.';

export type CodeEntry = ReturnType<typeof useCodeEntry>;

/**
 * The text of a code field, and what is wrong with it before anything is sent.
 *
 * @param place the target's id, which names the draft of the field
 * @param known the code that was entered before, if nothing was typed since
 */
export function useCodeEntry(place: string, known = '') {
  const draft = codeDraft(place);
  const [typed, setTyped] = useFormDraft<string | null>(draft, () => null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const code = typed ?? known;
  const doubt = code.trim() === '' ? messages.codeMissing : warningAbout(code);
  /** The code is shown with the warning; an edit removes it, and a second submit sends the code. */
  const isWarned = problem !== null && problem === warningAbout(code);
  const type = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  /** Returns whether the code may be sent; otherwise shows what is wrong with it. */
  const check = (): boolean => {
    if (doubt === null || isWarned) return true;
    setProblem(doubt);
    field.current?.focus();
    return false;
  };
  /** The code alone, if a link or a sentence was pasted: the screen goes on to show what was sent. */
  const take = (): string => {
    setProblem(null);
    const sent = codeToSend(code);
    if (sent !== code.trim()) setTyped(sent);
    return sent;
  };
  return { code, doubt, problem, isWarned, field, type, check, take, setProblem, forget: draft.remove };
}

/** Returns what looks wrong about a code, which may be right all the same; null if nothing does. */
function warningAbout(code: string): string | null {
  if (mixesScripts(code)) {
    const odd = oddCharacter(code) ?? '';
    return `${odd.charAt(0).toUpperCase()}${odd.slice(1)} looks out of place. Check the code again, or send it anyway.`;
  }
  return checkCode(bareCode(code)) === 'wrong letter' ? WRONG_LETTER : null;
}
