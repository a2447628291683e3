import { useState } from 'react';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { resourceEntity } from '#schema/entities/resource-entity.ts';

interface RenameDialogProps {
  of: 'resource' | 'practice';
  title: string;
  onDone: (title: string) => void;
  onClose: () => void;
}

const labels = { resource: 'Resource title', practice: 'Practice title' };

/** Asks for another title. */
export function RenameDialog({ of, title: current, onDone, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(current);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    if (title.trim() === '') return setError('Please enter a title');
    onDone(title.trim());
  };
  return (
    <FormDialog title={`Rename the ${of}`} submit="Rename" onSubmit={save} onClose={onClose}>
      <TextField
        label={labels[of]}
        autoFocus
        maxLength={resourceEntity.fieldRules.title.max}
        error={error}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
    </FormDialog>
  );
}
