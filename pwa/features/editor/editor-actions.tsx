import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messages } from '#schema/messages.ts';
import { paths } from '../../paths.ts';
import { enqueueCourseDelete } from '../../sync/admin-commands.ts';
import { Button } from '../../ui/button.tsx';
import { HeaderSlot } from '../../ui/header-slot.tsx';
import styles from './editor-actions.module.css';
import { useDesk } from './editor-context.tsx';
import { offersFor } from './editor-model.ts';
import { useSave } from './use-save.ts';

interface EditorActionsProps {
  isWide: boolean;
  onPreview: () => void;
}

/** What can be done with the course: in the bar at the top, on a phone at the bottom, under the thumb. */
export function EditorActions({ isWide, onPreview }: EditorActionsProps) {
  const { userId, editor, ask, run } = useDesk();
  const { course, seen, isNew } = editor;
  const { canPreview, canFinish, canDelete } = offersFor(course, seen, isNew);
  const { save, finish } = useSave();
  const navigate = useNavigate();
  const remove = async () => {
    await enqueueCourseDelete(userId, course);
    navigate(paths.adminWorkspace);
  };
  const askToDelete = () =>
    ask({
      title: `Delete “${course.title}”?`,
      sentence: 'The course goes with its modules, lessons and unused codes.',
      note: 'For ten seconds it can be undone in the workspace. After that nothing brings the course back.',
      action: 'Delete the course',
      onYes: () => void run(messages.courseDeleteFailed, remove),
    });
  const rare = (
    <>
      {canFinish && <PressOnce onPress={finish}>Mark as Finished</PressOnce>}
      {canDelete && (
        <Button size="sm" variant="danger" onClick={askToDelete}>
          Delete Course
        </Button>
      )}
    </>
  );
  const preview = canPreview && (
    <Button size={isWide ? 'sm' : undefined} onClick={onPreview}>
      Preview
    </Button>
  );
  if (isWide)
    return (
      <HeaderSlot>
        <div className={styles.row}>
          {rare}
          {preview}
          <PressOnce onPress={save} isPrimary>
            Save Course
          </PressOnce>
        </div>
      </HeaderSlot>
    );
  return (
    <div className={styles.bottom}>
      {(canFinish || canDelete) && (
        <>
          <Button popoverTarget="editor-more">More</Button>
          <div id="editor-more" popover="auto" className={styles.more}>
            {rare}
          </div>
        </>
      )}
      {preview}
      <PressOnce onPress={save} isPrimary>
        Save Course
      </PressOnce>
    </div>
  );
}

interface PressOnceProps {
  onPress: () => Promise<void>;
  isPrimary?: boolean;
  children: string;
}

/** A button that cannot be pressed again before it is done: two presses are no two saves. */
function PressOnce({ onPress, isPrimary = false, children }: PressOnceProps) {
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    await onPress();
    setIsBusy(false);
  };
  return (
    <Button
      size="sm"
      variant={isPrimary ? 'primary' : 'line'}
      className={isPrimary ? styles.save : undefined}
      isBusy={isBusy}
      onClick={() => void press()}
    >
      {children}
    </Button>
  );
}
