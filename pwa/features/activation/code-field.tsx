import type { Ref } from 'react';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import styles from './activation-page.module.css';

/** More than a code has: the browser would cut a pasted link or message, and with it the code. */
const ENTRY_MAX_CHARACTERS = 2_000;

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | null;
  onChange: (code: string) => void;
}

/** The activation code field, with an error that screen readers announce at once. */
export function CodeField({ ref, value, error, onChange }: CodeFieldProps) {
  return (
    <>
      <TextField
        ref={ref}
        label="Activation code"
        hint="It came with your purchase. Upper case, spaces and dashes do not matter."
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={styles.code}
        maxLength={ENTRY_MAX_CHARACTERS}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        required
      />
      <p className="visually-hidden" role="alert">
        {error}
      </p>
    </>
  );
}
