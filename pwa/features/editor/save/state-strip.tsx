import { useEffect, useState } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { RedoIcon, UndoIcon } from '#pwa/ui/display/study-icons.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditor, useEditorContext } from '../context/editor-context.tsx';
import { useUndo } from '../context/use-undo.ts';
import type { DraftBook } from '../draft/draft-book.ts';
import type { DraftSaveState } from '../draft/draft-writer.ts';
import { describeTime } from '../kit/describe-time.ts';
import { useThumbnailUpload } from '../upload/use-uploads.ts';
import styles from './state-strip.module.css';

/**
 * Shows whether changes are saved, with Undo and Redo. It is always present, so that the layout does not
 * shift.
 */
export function StateStrip() {
  const context = useEditorContext();
  const { book } = context;
  const { undo, redo } = useUndo(context);
  const { course, drafts, unsent } = useEditor();
  const { canUndo, canRedo } = drafts;
  // A chosen image is uploaded when the course is saved.
  const isImageHeld = useThumbnailUpload(course.id)?.state === 'held';
  const isDirty = drafts.isDirty || isImageHeld;
  return (
    <Stack as="section" gap={2} aria-label="State of your changes">
      <div className={classNames(styles.state, isDirty && styles.dirty)}>
        <p className={styles.sentence}>
          {isDirty ? adminMessages.unsavedChanges : describeSaved(unsent.length)}
        </p>
        {drafts.isDirty && <SaveStateText book={book} />}
        <div className={styles.steps}>
          <Button variant="quiet" disabled={!canUndo} onClick={() => undo(false)}>
            <UndoIcon />
            <span className="hidden-when-narrow">Undo</span>
          </Button>
          <Button variant="quiet" disabled={!canRedo} onClick={() => redo(false)}>
            <RedoIcon />
            <span className="hidden-when-narrow">Redo</span>
          </Button>
        </div>
      </div>
      <Restored />
    </Stack>
  );
}

function describeSaved(unsent: number): string {
  if (unsent === 0) return 'No unsaved changes.';
  const edits = unsent === 1 ? '1 edit waiting' : `${unsent} edits waiting`;
  return `No unsaved changes. ${edits} to sync.`;
}

/** The pause in typing after which the status no longer shows that it is saving. */
const CALM_MS = 400;

function SaveStateText({ book }: { book: DraftBook }) {
  const kind = useCalmSaveState(book);
  // The reason and the remedy are in the message tray, which is always visible.
  if (kind === 'failed') return <p className={styles.failed}>Not saved on this device</p>;
  return <p className={styles.saveState}>{kind === 'saved' ? 'Saved on this device' : 'Saving…'}</p>;
}

/** Says that all is kept a moment after the last write, so that the words do not change with every key. */
function useCalmSaveState(book: DraftBook): DraftSaveState['kind'] {
  const [shown, setShown] = useState(() => book.saveState.get().kind);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = () => {
      const { kind } = book.saveState.get();
      clearTimeout(timer);
      if (kind === 'saved') timer = setTimeout(() => setShown('saved'), CALM_MS);
      else setShown(kind);
    };
    hear();
    const stop = book.saveState.subscribe(hear);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [book]);
  return shown;
}

/**
 * Shown when unsaved changes of an earlier visit were restored. They can be discarded, and that can be
 * undone.
 */
function Restored() {
  const { book, confirm } = useEditorContext();
  const { drafts } = useEditor();
  const [isDiscarded, setIsDiscarded] = useState(false);
  if (isDiscarded && !drafts.isDirty && drafts.canUndo)
    return (
      <div className={styles.restored} role="status">
        <p>Draft discarded.</p>
        <Button onClick={() => book.undo()}>Restore</Button>
      </div>
    );
  if (drafts.restoredFrom === null) return null;
  const discard = () => {
    book.discard();
    setIsDiscarded(true);
  };
  const confirmDiscard = () =>
    confirm({
      title: 'Discard the restored draft?',
      sentence: 'The editor returns to the last saved version.',
      note: 'You can restore the draft while this page is open.',
      action: 'Discard',
      onYes: discard,
    });
  return (
    <div className={styles.restored} role="status">
      <p>Draft restored from {describeTime(drafts.restoredFrom)}</p>
      <Button onClick={confirmDiscard}>
        Discard<span className="visually-hidden"> draft</span>
      </Button>
      <Button variant="quiet" onClick={() => book.acknowledgeRestored()}>
        Keep
      </Button>
    </div>
  );
}
