import { type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button-class.ts';

interface FileButtonProps {
  /** The visible label. */
  readonly label: ReactNode;
  readonly variant?: ButtonVariant;
  /** The accessible name of the field. */
  readonly fieldLabel: string;
  /** Types of files, as in HTML; without it, the user can choose any. */
  readonly accept?: string;
  readonly isBusy?: boolean;
  readonly onFile: (file: File) => void;
}

/** A button that lets the user choose one file. */
export function FileButton({ label, fieldLabel, isBusy = false, onFile, ...rest }: FileButtonProps) {
  const { accept, variant = 'line' } = rest;
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  return (
    <>
      <Button variant={variant} isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <label htmlFor={inputId} className="visually-hidden">
        {fieldLabel}
      </label>
      <input
        ref={input}
        id={inputId}
        type="file"
        accept={accept}
        tabIndex={-1}
        className="visually-hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
