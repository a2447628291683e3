import { memo } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { enqueueCourseDelete } from '#pwa/sync/enqueue/admin-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { restorableUntil } from '#pwa/ui/format/restorable-until.ts';
import { HeaderPortal } from '#pwa/ui/layout/header-portal.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditor, useEditorContext } from '../context/editor-context.tsx';
import { PressOnce } from '../kit/press-once.tsx';
import { offersFor } from '../model/editor-model.ts';
import styles from './editor-actions.module.css';
import { MorePopover } from './more-popover.tsx';
import { useSave } from './use-save.ts';

interface EditorActionsProps {
  isWide: boolean;
  onPreview: () => void;
}

/** The actions for the course: in the header, or at the bottom of the screen on a phone. */
export function EditorActions(props: EditorActionsProps) {
  const { course, seen, isNew } = useEditor();
  return <Actions {...props} {...offersFor(course, seen, isNew)} />;
}

type ActionsProps = EditorActionsProps & ReturnType<typeof offersFor>;

const Actions = memo(({ isWide, onPreview, canPreview, canFinish, canDelete }: ActionsProps) => {
  const { userId, getEditor, confirm, run } = useEditorContext();
  const { save, finish } = useSave();
  const navigate = useNavigate();
  const remove = async () => {
    await enqueueCourseDelete(userId, getEditor().course);
    navigate(paths.adminWorkspace);
  };
  const confirmDelete = () =>
    confirm({
      title: `Delete “${getEditor().course.title}”?`,
      sentence: 'Deletes the course with its modules, lessons and unused codes.',
      note: `You can undo this in the workspace for ten seconds. ${restorableUntil('After that, it', 'trash')}.`,
      action: 'Delete the course',
      onYes: () => void run(adminMessages.courseDeleteFailed, remove),
    });
  const finishing = canFinish && <PressOnce onPress={finish}>Mark as Finished</PressOnce>;
  const deleting = canDelete && (
    <Button variant="danger" onClick={confirmDelete}>
      Delete Course
    </Button>
  );
  const preview = canPreview && <Button onClick={onPreview}>Preview</Button>;
  const saving = (
    <PressOnce variant="primary" className={styles.save} aria-keyshortcuts="Control+S Meta+S" onPress={save}>
      Save Course
    </PressOnce>
  );
  if (isWide)
    return (
      <HeaderPortal>
        <div className={styles.row}>
          <span className={styles.apart}>
            {finishing}
            {deleting}
          </span>
          {preview}
          {saving}
        </div>
      </HeaderPortal>
    );
  return (
    <div className={styles.bottom}>
      {(canFinish || canDelete) && (
        <MorePopover>
          {finishing}
          {deleting && <span className={styles.apart}>{deleting}</span>}
        </MorePopover>
      )}
      {preview}
      {saving}
    </div>
  );
});
