import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import * as v from 'valibot';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { parseWebAddress } from '#schema/courses/web-address.ts';

/** Input that is not applied yet; after a reload, the dialog opens with it. */
const linkDraft = tabDraft('carrel.link-draft', v.object({ address: v.string(), text: v.string() }));

interface LinkDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Prompts for the URL of the selected text's link; without a selection, for its text too. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const current: unknown = editor.getAttributes('link').href;
  const isLink = typeof current === 'string';
  const [link, setLink] = useFormDraft(linkDraft, () => ({ address: isLink ? current : '', text: '' }));
  const [problem, setProblem] = useState<string | null>(null);
  const needsText = !isLink && editor.state.selection.empty;

  const close = () => {
    linkDraft.remove();
    onClose();
  };
  const save = () => {
    const href = parseWebAddress(link.address.trim())?.href;
    if (href === undefined) return setProblem('Please enter a full address that begins with https://');
    close();
    const edit = editor.chain().focus();
    if (needsText) edit.insertContent(linkedText(link.text.trim() || href, href)).run();
    else edit.extendMarkRange('link').setLink({ href }).run();
  };
  const remove = () => {
    close();
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
  };

  return (
    <FormDialog
      title="Link"
      submit={isLink ? 'Change link' : 'Add link'}
      actions={isLink && <Button onClick={remove}>Remove link</Button>}
      onSubmit={save}
      onClose={close}
    >
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={link.address}
        error={problem}
        onChange={(event) => setLink({ ...link, address: event.target.value })}
      />
      {needsText && (
        <TextField
          label="Text"
          value={link.text}
          onChange={(event) => setLink({ ...link, text: event.target.value })}
        />
      )}
    </FormDialog>
  );
}

function linkedText(text: string, href: string) {
  return { type: 'text', text, marks: [{ type: 'link', attrs: { href } }] };
}
