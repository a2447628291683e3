import { useId, useRef } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps {
  /** The visible label. */
  readonly label: string;
  /** The accessible name of the field. */
  readonly fieldLabel: string;
  /** Types of files, as in HTML; without it, the user can choose any. */
  readonly accept?: string;
  readonly isBusy?: boolean;
  readonly onFile: (file: File) => void;
}

/** A button that lets the user choose one file. */
export function FileButton({ label, fieldLabel, accept, isBusy = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  return (
    <>
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
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
