import { type FormEvent, useId, useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import type { DescribedPicture } from './pasted-pictures.ts';
import styles from './pictures.module.css';

interface DescribeDialogProps {
  picture: DescribedPicture;
  onDone: (alt: string) => void;
  onClose: () => void;
}

/** Asks for the alternative text of a picture. */
export function DescribeDialog({ picture, onDone, onClose }: DescribeDialogProps) {
  const form = useId();
  const [alt, setAlt] = useState(picture.alt);
  const save = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onDone(alt.trim());
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={form}>
        Save description
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="Describe the picture" onClose={onClose} actions={actions}>
      <Stack id={form} as="form" gap={4} onSubmit={save} noValidate>
        <img className={styles.preview} src={picture.src} alt="" />
        <TextField
          label="Description"
          autoFocus
          hint="Screen readers read this text."
          value={alt}
          onChange={({ target }) => setAlt(target.value)}
        />
      </Stack>
    </Dialog>
  );
}
