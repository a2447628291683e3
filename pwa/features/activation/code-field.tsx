import type { Ref } from 'react';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '#schema/limits.ts';
import styles from './activation-page.module.css';

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
        maxLength={ACTIVATION_CODE_MAX_CHARACTERS}
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
