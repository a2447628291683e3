import type { Editor } from '@tiptap/core';
import { type FormEvent, useId, useState } from 'react';
import { parseWebAddress } from '#schema/web-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './toolbar.module.css';

interface ImageDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Asks for a picture by its address, and for words for those who cannot see it. */
export function ImageDialog({ editor, onClose }: ImageDialogProps) {
  const form = useId();
  const [address, setAddress] = useState('');
  const [alt, setAlt] = useState('');
  const [caption, setCaption] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const insert = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const src = parseWebAddress(address.trim())?.href;
    if (src === undefined) return setProblem('Please enter a full address that begins with https://');
    onClose();
    const text = caption.trim() === '' ? [] : [{ type: 'text', text: caption.trim() }];
    editor
      .chain()
      .focus()
      .insertContent({ type: 'figure', attrs: { src, alt: alt.trim() }, content: text })
      .run();
  };

  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={form}>
        Insert image
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="Image" onClose={onClose} actions={actions}>
      <form id={form} className={styles.form} onSubmit={insert} noValidate>
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="The picture stays where it is: learners see it only while they are online."
          value={address}
          error={problem}
          onChange={(event) => setAddress(event.target.value)}
        />
        <TextField
          label="Description"
          hint="Read out to those who cannot see the picture."
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <TextField label="Caption" value={caption} onChange={(event) => setCaption(event.target.value)} />
      </form>
    </Dialog>
  );
}
