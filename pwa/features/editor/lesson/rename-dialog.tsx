import { useState } from 'react';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { resourceEntity } from '#schema/entities/resource-entity.ts';

interface RenameDialogProps {
  title: string;
  onDone: (title: string) => void;
  onClose: () => void;
}

/** Asks for another title of a resource. */
export function RenameDialog({ title: current, onDone, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(current);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    if (title.trim() === '') return setError('Please enter a title');
    onDone(title.trim());
  };
  return (
    <FormDialog title="Rename the resource" submit="Rename" onSubmit={save} onClose={onClose}>
      <TextField
        label="Resource title"
        autoFocus
        maxLength={resourceEntity.fieldRules.title.max}
        error={error}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
    </FormDialog>
  );
}
