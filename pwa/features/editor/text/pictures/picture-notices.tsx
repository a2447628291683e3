import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from '../rich/rich-text.module.css';
import { DescribeDialog } from './describe-dialog.tsx';
import {
  closeProblems,
  type DescribedPicture,
  declineDescription,
  describePicture,
  shownPictures,
} from './pasted-pictures.ts';

/** Below the text: pictures that are being added, files that were not, and the description of a picture. */
export function PictureNotices({ editor }: { editor: Editor }) {
  const { pending, problems, described } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => shownPictures(state),
  });
  const close = () => {
    editor.view.dispatch(closeProblems(editor.state));
    editor.view.focus();
  };
  const dismiss = (
    <Button size="sm" onClick={close}>
      Close
    </Button>
  );
  if (pending === 0 && problems.length === 0 && described === null) return null;
  return (
    <Stack gap={2} className={styles.offer}>
      {pending > 0 && (
        <Notice tone="wait" title={pending === 1 ? 'Adding the picture…' : `Adding ${pending} pictures…`} />
      )}
      {problems.length > 0 && (
        <Notice tone="bad" actions={dismiss}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      {problems.length === 0 && described !== null && (
        <Description key={described.place} editor={editor} picture={described} />
      )}
    </Stack>
  );
}

interface DescriptionProps {
  editor: Editor;
  picture: DescribedPicture;
}

/** Offers to describe a picture that was just added, or has the caret. */
function Description({ editor, picture }: DescriptionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { place, alt } = picture;
  const leave = () => {
    editor.view.dispatch(declineDescription(editor.state, place));
    editor.view.focus();
  };
  const describe = (text: string) => {
    setIsAsking(false);
    editor.view.dispatch(describePicture(editor.state, place, text));
    editor.view.focus();
  };
  return (
    <Notice
      title={alt === '' ? 'This picture has no description' : 'Description of the picture'}
      actions={
        <>
          <Button size="sm" onClick={() => setIsAsking(true)}>
            {alt === '' ? 'Describe it' : 'Change description'}
          </Button>
          {alt === '' && (
            <Button size="sm" variant="quiet" onClick={leave}>
              Skip
            </Button>
          )}
        </>
      }
    >
      {alt !== '' && <span dir="auto">{alt}</span>}
      {isAsking &&
        createPortal(
          <DescribeDialog picture={picture} onDone={describe} onClose={() => setIsAsking(false)} />,
          document.body,
        )}
    </Notice>
  );
}
