import { type FormEvent, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueuePurge } from '#pwa/sync/enqueue/trash-commands.ts';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { useConfirmation } from '#pwa/ui/overlays/use-confirmation.ts';
import type { TrashedCourse } from '#schema/editor/trash.ts';
import { isTitleOf } from './trash-model.ts';

interface PurgeDialogProps {
  course: TrashedCourse;
  onClose: () => void;
}

/** Confirms by the typed title that a course is deleted for good. */
export function PurgeDialog({ course, onClose }: PurgeDialogProps) {
  const authorId = useUserId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { problem, confirm } = useConfirmation(onClose);
  const purge = () => {
    if (!isTitleOf(typed, course)) return setError(`Type the title of the course: ${course.title}`);
    confirm(() => enqueuePurge(authorId, course));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    purge();
  };
  return (
    <ConfirmDialog
      title={`Delete “${course.title}” for good?`}
      action="Delete for good"
      problem={problem}
      onConfirm={purge}
      onCancel={onClose}
    >
      <p>
        Its lessons, files and codes, and the access and progress of its learners, are removed from the server
        within a day. Nobody can restore them. The history of its lessons stays.
      </p>
      <form noValidate onSubmit={submit}>
        <TextField
          label="Title of the course"
          hint={`Type “${course.title}” to confirm.`}
          autoComplete="off"
          error={error}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(null);
          }}
        />
      </form>
    </ConfirmDialog>
  );
}
