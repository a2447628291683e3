import { useState } from 'react';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import type { DescribedPicture } from './pasted-pictures.ts';
import styles from './pictures.module.css';

interface DescribeDialogProps {
  picture: DescribedPicture;
  onDone: (alt: string) => void;
  onClose: () => void;
}

/** Asks for the alternative text of a picture. */
export function DescribeDialog({ picture, onDone, onClose }: DescribeDialogProps) {
  const [alt, setAlt] = useState(picture.alt);
  return (
    <FormDialog
      title="Describe the picture"
      submit="Save description"
      onSubmit={() => onDone(alt.trim())}
      onClose={onClose}
    >
      <img className={styles.preview} src={picture.src} alt="" />
      <TextField
        label="Description"
        autoFocus
        hint="Screen readers read this text."
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
    </FormDialog>
  );
}
