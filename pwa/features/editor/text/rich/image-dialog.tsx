import type { Editor } from '@tiptap/core';
import { type FormEvent, useId, useState } from 'react';
import * as v from 'valibot';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { parseWebAddress } from '#schema/courses/web-address.ts';

const ImageDraft = v.object({ address: v.string(), alt: v.string(), caption: v.string() });
/** Input that is not inserted yet; after a reload, the dialog opens with it. */
const imageDraft = tabDraft('carrel.image-draft', ImageDraft);

interface ImageDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Prompts for the URL of an image and its alternative text. */
export function ImageDialog({ editor, onClose }: ImageDialogProps) {
  const form = useId();
  const [image, setImage] = useFormDraft(imageDraft, () => ({ address: '', alt: '', caption: '' }));
  const { address, alt, caption } = image;
  const [problem, setProblem] = useState<string | null>(null);

  const close = () => {
    imageDraft.remove();
    onClose();
  };
  const insert = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const src = parseWebAddress(address.trim())?.href;
    if (src === undefined) return setProblem('Please enter a full address that begins with https://');
    close();
    const text = caption.trim() === '' ? [] : [{ type: 'text', text: caption.trim() }];
    editor
      .chain()
      .focus()
      .insertContent({ type: 'figure', attrs: { src, alt: alt.trim() }, content: text })
      .run();
  };

  const actions = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button variant="primary" type="submit" form={form}>
        Insert image
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="Image" onClose={close} actions={actions}>
      <Stack id={form} as="form" gap={4} onSubmit={insert} noValidate>
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="The image stays on its site: learners see it only while online."
          value={address}
          error={problem}
          onChange={(event) => setImage({ ...image, address: event.target.value })}
        />
        <TextField
          label="Description"
          hint="Screen readers read this text."
          value={alt}
          onChange={(event) => setImage({ ...image, alt: event.target.value })}
        />
        <TextField
          label="Caption"
          value={caption}
          onChange={(event) => setImage({ ...image, caption: event.target.value })}
        />
      </Stack>
    </Dialog>
  );
}
