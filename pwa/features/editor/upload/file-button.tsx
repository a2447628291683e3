import { useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

interface FileButtonProps {
  /** What the button says. */
  readonly label: string;
  /** What the field is called for those who do not see the button. */
  readonly fieldLabel: string;
  readonly accept: string;
  readonly isBusy?: boolean;
  readonly onFile: (file: File) => void;
}

/** A button that lets a person choose one file. */
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
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
