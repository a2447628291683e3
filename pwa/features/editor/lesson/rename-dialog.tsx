import { type FormEvent, useId, useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { TITLE_MAX_CHARACTERS } from '#schema/limits.ts';

interface RenameDialogProps {
  title: string;
  onDone: (title: string) => void;
  onClose: () => void;
}

/** Asks for another title of a resource. */
export function RenameDialog({ title: current, onDone, onClose }: RenameDialogProps) {
  const form = useId();
  const [title, setTitle] = useState(current);
  const [error, setError] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '') return setError('Please enter a title');
    onDone(title.trim());
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={form}>
        Rename
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="Rename the resource" onClose={onClose} actions={actions}>
      <form id={form} onSubmit={save} noValidate>
        <TextField
          label="Resource title"
          autoFocus
          maxLength={TITLE_MAX_CHARACTERS}
          error={error}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </form>
    </Dialog>
  );
}
