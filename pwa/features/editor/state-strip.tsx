import { useEffect, useState, useSyncExternalStore } from 'react';
import { adminMessages } from '#schema/admin-messages.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RedoIcon, UndoIcon } from '../../ui/icons.tsx';
import { describeTime } from './describe-time.ts';
import type { DraftBook } from './draft-book.ts';
import type { Keeping } from './draft-writer.ts';
import { useDesk, useEditor } from './editor-context.tsx';
import styles from './state-strip.module.css';
import { useThumbnailUpload } from './upload/use-uploads.ts';
import { useUndo } from './use-undo.ts';

/**
 * Shows whether changes are saved, with Undo and Redo. It is always present, so that the layout does not
 * shift.
 */
export function StateStrip() {
  const desk = useDesk();
  const { book } = desk;
  const { undo, redo } = useUndo(desk);
  const { course, drafts, unsent } = useEditor();
  const { canUndo, canRedo } = drafts;
  // A chosen image is uploaded when the course is saved.
  const isPictureHeld = useThumbnailUpload(course.id)?.state === 'held';
  const isDirty = drafts.isDirty || isPictureHeld;
  return (
    <section className={styles.strip} aria-label="State of your changes">
      <div className={classNames(styles.state, isDirty && styles.dirty)}>
        <p className={styles.sentence}>{isDirty ? adminMessages.unsavedChanges : restWords(unsent.length)}</p>
        {drafts.isDirty && <KeepingLine book={book} />}
        <div className={styles.steps}>
          <Button variant="quiet" disabled={!canUndo} onClick={() => undo(false)}>
            <UndoIcon />
            <span className={styles.name}>Undo</span>
          </Button>
          <Button variant="quiet" disabled={!canRedo} onClick={() => redo(false)}>
            <RedoIcon />
            <span className={styles.name}>Redo</span>
          </Button>
        </div>
      </div>
      <Restored />
    </section>
  );
}

function restWords(unsent: number): string {
  if (unsent === 0) return 'No unsaved changes.';
  const edits = unsent === 1 ? '1 edit waits' : `${unsent} edits wait`;
  return `No unsaved changes. Saved on this device: ${edits} to be sent.`;
}

/** The pause in typing after which the status no longer shows that it is saving. */
const CALM_MS = 400;

function KeepingLine({ book }: { book: DraftBook }) {
  const keeping = useSyncExternalStore(book.subscribe, book.getKeeping);
  const isCalm = useIsCalm(keeping);
  // The reason and the remedy are in the message tray, which is always visible.
  if (keeping.kind === 'failed') return <p className={styles.failed}>Not kept on this device</p>;
  return <p className={styles.keeping}>{isCalm ? 'Kept on this device' : 'Keeping…'}</p>;
}

/** True a moment after the last write, so that the text does not change with every keystroke. */
function useIsCalm(keeping: Keeping): boolean {
  const [calm, setCalm] = useState<Keeping | null>(keeping.kind === 'kept' ? keeping : null);
  useEffect(() => {
    if (keeping.kind !== 'kept') return setCalm(null);
    const timer = setTimeout(() => setCalm(keeping), CALM_MS);
    return () => clearTimeout(timer);
  }, [keeping]);
  return keeping.kind === 'kept' && calm === keeping;
}

/**
 * Shown when unsaved changes of an earlier visit were restored. They can be discarded, and that can be
 * undone.
 */
function Restored() {
  const { book, ask } = useDesk();
  const { drafts } = useEditor();
  const [isDiscarded, setIsDiscarded] = useState(false);
  if (isDiscarded && !drafts.isDirty && drafts.canUndo)
    return (
      <div className={styles.restored} role="status">
        <p>What you had not saved was discarded.</p>
        <Button onClick={() => book.undo()}>Bring it back</Button>
      </div>
    );
  if (drafts.restoredFrom === null) return null;
  const discard = () => {
    book.discard();
    setIsDiscarded(true);
  };
  const askToDiscard = () =>
    ask({
      title: 'Discard what you had not saved?',
      sentence: 'The course will stand here as it was last saved.',
      note: 'As long as this page is open you can bring it back.',
      action: 'Discard',
      onYes: discard,
    });
  return (
    <div className={styles.restored} role="status">
      <p>Restored what you had not saved, from {describeTime(drafts.restoredFrom)}</p>
      <Button onClick={askToDiscard}>
        Undo<span className="visually-hidden"> restoring it</span>
      </Button>
      <Button variant="quiet" onClick={() => book.acknowledgeRestored()}>
        Keep it
      </Button>
    </div>
  );
}
