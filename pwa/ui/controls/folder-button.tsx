import { useId, useRef } from 'react';
import { Button } from './button.tsx';

/** A file of a folder; `path` begins with the name of the folder. */
interface FolderFile {
  readonly path: string;
  readonly file: File;
}

interface FolderButtonProps {
  /** The visible label. */
  readonly label: string;
  /** The accessible name of the field. */
  readonly fieldLabel: string;
  readonly isBusy?: boolean;
  readonly onFolder: (name: string, files: readonly FolderFile[]) => void;
}

/** A button that lets the user choose a folder; nothing where the browser cannot, as on most phones. */
export function FolderButton({ label, fieldLabel, isBusy = false, onFolder }: FolderButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  if (!('webkitdirectory' in HTMLInputElement.prototype)) return null;
  const take = (files: readonly File[]) => {
    const [name = ''] = files[0]?.webkitRelativePath.split('/') ?? [];
    const inFolder = files.map((file) => ({ path: file.webkitRelativePath, file }));
    if (files.length > 0) onFolder(name, inFolder);
  };
  return (
    <>
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <label htmlFor={inputId} className="visually-hidden">
        {fieldLabel}
      </label>
      <input
        ref={(field) => {
          input.current = field;
          if (field !== null) field.webkitdirectory = true;
        }}
        id={inputId}
        type="file"
        tabIndex={-1}
        className="visually-hidden"
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Allows the same folder to be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
