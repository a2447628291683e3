import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDesk } from './editor-context.tsx';

/** The course as a learner sees it, drafts included. */
export function PreviewPlace({ onClose }: { onClose: () => void }) {
  const { editor } = useDesk();
  return (
    <Dialog
      isOpen
      title={editor.course.title}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>{editor.course.description}</p>
    </Dialog>
  );
}
