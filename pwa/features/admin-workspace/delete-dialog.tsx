import type { ListedCourse } from '#pwa/store/database/admin-rows.ts';
import { restorableUntil } from '#pwa/ui/format/restorable-until.ts';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { countOf } from '#schema/messages/count.ts';

interface DeleteDialogProps {
  course: ListedCourse;
  isOpen: boolean;
  onClose: () => void;
  onDelete: () => void;
}

/** Confirms the deletion of a course and lists what is deleted with it. */
export function DeleteDialog({ course, isOpen, onClose, onDelete }: DeleteDialogProps) {
  const confirm = () => {
    onClose();
    onDelete();
  };
  const { modules, enrollmentCount, codeStats } = course;
  const lessons = modules.reduce((sum, module) => sum + module.lessons.length, 0);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete “${course.title}”?`}
      action="Delete the course"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>
        {countOf(modules.length, 'module')}, {countOf(lessons, 'lesson')} and{' '}
        {countOf(codeStats.unused, 'unused code')} are deleted with it.
      </p>
      {enrollmentCount > 0 && (
        <p>
          <strong>
            {countOf(enrollmentCount, 'learner')} {enrollmentCount === 1 ? 'has' : 'have'} unlocked it and
            will lose access.
          </strong>
        </p>
      )}
      <p>
        You can undo this for ten seconds. {restorableUntil('After that, it', 'trash')}, with its learners,
        their progress and its codes.
      </p>
    </ConfirmDialog>
  );
}
