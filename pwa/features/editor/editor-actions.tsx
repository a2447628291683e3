import { memo } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminMessages } from '#schema/admin-messages.ts';
import { paths } from '../../paths.ts';
import { enqueueCourseDelete } from '../../sync/admin-commands.ts';
import { Button } from '../../ui/button.tsx';
import { HeaderSlot } from '../../ui/header-slot.tsx';
import styles from './editor-actions.module.css';
import { useDesk, useEditor } from './editor-context.tsx';
import { offersFor } from './editor-model.ts';
import { PressOnce } from './press-once.tsx';
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
  const { userId, getEditor, ask, run } = useDesk();
  const { save, finish } = useSave();
  const navigate = useNavigate();
  const remove = async () => {
    await enqueueCourseDelete(userId, getEditor().course);
    navigate(paths.adminWorkspace);
  };
  const askToDelete = () =>
    ask({
      title: `Delete “${getEditor().course.title}”?`,
      sentence: 'The course goes with its modules, lessons and unused codes.',
      note: 'For ten seconds it can be undone in the workspace. After that nothing brings the course back.',
      action: 'Delete the course',
      onYes: () => void run(adminMessages.courseDeleteFailed, remove),
    });
  const finishing = canFinish && <PressOnce onPress={finish}>Mark as Finished</PressOnce>;
  const deleting = canDelete && (
    <Button variant="danger" onClick={askToDelete}>
      Delete Course
    </Button>
  );
  const preview = canPreview && <Button onClick={onPreview}>Preview</Button>;
  const saving = (
    <PressOnce variant="primary" className={styles.save} onPress={save}>
      Save Course
    </PressOnce>
  );
  if (isWide)
    return (
      <HeaderSlot>
        <div className={styles.row}>
          {deleting && <span className={styles.apart}>{deleting}</span>}
          {finishing}
          {preview}
          {saving}
        </div>
      </HeaderSlot>
    );
  return (
    <div className={styles.bottom}>
      {(canFinish || canDelete) && (
        <>
          <Button popoverTarget="editor-more">More</Button>
          <div id="editor-more" popover="auto" className={styles.more}>
            {finishing}
            {deleting && <span className={styles.apart}>{deleting}</span>}
          </div>
        </>
      )}
      {preview}
      {saving}
    </div>
  );
});
