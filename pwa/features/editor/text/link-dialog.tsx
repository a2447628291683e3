import type { Editor } from '@tiptap/core';
import { type FormEvent, useId, useState } from 'react';
import { parseWebAddress } from '#schema/web-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './toolbar.module.css';

interface LinkDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Asks where the selected words lead; without a selection, also which words. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const form = useId();
  const current: unknown = editor.getAttributes('link').href;
  const isLink = typeof current === 'string';
  const [address, setAddress] = useState(isLink ? current : '');
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const needsWords = !isLink && editor.state.selection.empty;

  const save = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = parseWebAddress(address.trim())?.href;
    if (href === undefined) return setProblem('Please enter a full address that begins with https://');
    onClose();
    const edit = editor.chain().focus();
    if (needsWords) edit.insertContent(linkedText(words.trim() || href, href)).run();
    else edit.extendMarkRange('link').setLink({ href }).run();
  };
  const remove = () => {
    onClose();
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
  };

  const actions = (
    <>
      {isLink && <Button onClick={remove}>Remove link</Button>}
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={form}>
        {isLink ? 'Change link' : 'Add link'}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="Link" onClose={onClose} actions={actions}>
      <form id={form} className={styles.form} onSubmit={save} noValidate>
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          value={address}
          error={problem}
          onChange={(event) => setAddress(event.target.value)}
        />
        {needsWords && (
          <TextField label="Words" value={words} onChange={(event) => setWords(event.target.value)} />
        )}
      </form>
    </Dialog>
  );
}

function linkedText(text: string, href: string) {
  return { type: 'text', text, marks: [{ type: 'link', attrs: { href } }] };
}
