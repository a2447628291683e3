import type { ChangeEvent, Ref } from 'react';
import { TextField } from '../fields/text-field.tsx';

interface CodeFieldProps {
  label?: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  error?: string | null | undefined;
  /** A recovery code contains letters, and phones cannot autofill it. */
  isRecoveryCode?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The six digits of an authenticator app, or a recovery code instead. */
export function CodeField({ label, isRecoveryCode = false, ...field }: CodeFieldProps) {
  if (isRecoveryCode)
    return (
      <TextField
        {...field}
        label={label ?? 'Recovery code'}
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        required
      />
    );
  return (
    <TextField
      {...field}
      label={label ?? '6-digit code'}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  );
}
