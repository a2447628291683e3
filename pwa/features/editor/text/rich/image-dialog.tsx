import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import * as v from 'valibot';
import { dataUri, findEmbeddedPicture } from '#interchange/course-file/embedded-pictures.ts';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import fieldStyles from '#pwa/ui/fields/field.module.css';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { parseWebAddress } from '#schema/courses/web-address.ts';
import { problems } from '../pictures/picture-problems.ts';
import styles from '../pictures/pictures.module.css';
import { fitIntoText, readPicture } from '../pictures/prepare-pictures.ts';

/** A picture of the device, already small enough for a lesson. */
const DevicePicture = v.object({ name: v.string(), src: v.string(), isStilled: v.boolean() });
type DevicePicture = v.InferOutput<typeof DevicePicture>;
const ImageDraft = v.object({
  address: v.string(),
  alt: v.string(),
  caption: v.string(),
  picture: v.optional(DevicePicture),
});
/** Input that is not inserted yet; after a reload, the dialog opens with it. */
const imageDraft = tabDraft('carrel.image-draft', ImageDraft);

interface ImageDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Prompts for a picture of the device or the URL of an image, and its alternative text. */
export function ImageDialog({ editor, onClose }: ImageDialogProps) {
  const [image, setImage] = useFormDraft<v.InferOutput<typeof ImageDraft>>(imageDraft, () => ({
    address: '',
    alt: '',
    caption: '',
  }));
  const { address, alt, caption, picture } = image;
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<typeof image>) => {
    setProblem(null);
    setImage({ ...image, ...part });
  };

  const close = () => {
    imageDraft.remove();
    onClose();
  };
  const place = (src: string) => {
    close();
    const text = caption.trim() === '' ? [] : [{ type: 'text', text: caption.trim() }];
    editor
      .chain()
      .focus()
      .insertContent({ type: 'figure', attrs: { src, alt: alt.trim() }, content: text })
      .run();
  };
  const insert = async () => {
    if (picture === undefined) {
      const src = parseWebAddress(address.trim())?.href;
      if (src === undefined) return setProblem('Please enter a full address that begins with https://');
      return place(src);
    }
    const fitted = await fitPicture(editor, picture);
    if ('problem' in fitted) return setProblem(fitted.problem);
    place(fitted.src);
  };

  return (
    <FormDialog title="Image" submit="Insert image" onSubmit={() => void insert()} onClose={close}>
      <DeviceField
        picture={picture}
        problem={picture === undefined ? null : problem}
        onChange={(chosen) => change({ picture: chosen })}
      />
      {picture === undefined && (
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="The image stays on its site: learners see it only while online."
          value={address}
          error={problem}
          onChange={(event) => change({ address: event.target.value })}
        />
      )}
      <TextField
        label="Description"
        hint="Screen readers read this text."
        value={alt}
        onChange={(event) => change({ alt: event.target.value })}
      />
      <TextField
        label="Caption"
        value={caption}
        onChange={(event) => change({ caption: event.target.value })}
      />
    </FormDialog>
  );
}

/** The picture as it fits into the text with all that was typed since it was chosen. */
async function fitPicture(editor: Editor, { name, src, isStilled }: DevicePicture) {
  const picture = findEmbeddedPicture(src);
  if (picture === null) return { problem: problems.unreadable(name) };
  const fitted = await fitIntoText(editor.state.doc, [{ name, picture, isStilled }]);
  const [fitting] = fitted.sources;
  return fitting === undefined ? { problem: problems.noRoom(name) } : { src: fitting };
}

interface DeviceFieldProps {
  picture: DevicePicture | undefined;
  problem: string | null;
  onChange: (picture: DevicePicture | undefined) => void;
}

/** The choice of a picture of the device. Phones offer the camera and the gallery. */
function DeviceField({ picture, problem, onChange }: DeviceFieldProps) {
  const [isReading, setIsReading] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = async (file: File) => {
    setRefusal(null);
    setIsReading(true);
    const read = await readPicture(file);
    setIsReading(false);
    if (typeof read === 'string') return setRefusal(read);
    const { name, isStilled } = read;
    onChange({ name, src: dataUri(read.picture), isStilled });
  };
  const shown = refusal ?? problem;
  return (
    <Stack gap={2} align="start">
      {picture !== undefined && <img className={styles.preview} src={picture.src} alt="" />}
      {picture !== undefined && <span className={styles.name}>{picture.name}</span>}
      <Cluster>
        <FileButton
          label={picture === undefined ? 'Choose a picture' : 'Choose another picture'}
          fieldLabel="Picture of this device"
          accept="image/*"
          isBusy={isReading}
          onFile={(file) => void choose(file)}
        />
        {picture !== undefined && (
          <Button variant="quiet" onClick={() => onChange(undefined)}>
            Use an address instead
          </Button>
        )}
      </Cluster>
      <span className={fieldStyles.hint}>
        {picture?.isStilled === true
          ? problems.stilled(picture.name)
          : 'It becomes part of the lesson and is shown offline too.'}
      </span>
      {shown !== null && (
        <p role="alert" className={fieldStyles.error}>
          {shown}
        </p>
      )}
    </Stack>
  );
}
