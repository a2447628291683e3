import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueAccessOf } from '#pwa/sync/enqueue/person-commands.ts';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import type { User } from '#schema/account/user.ts';
import { CODE_REASON_MAX_CHARACTERS } from '#schema/limits.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { ShownCourse } from './person-model.ts';

interface TakeAccessDialogProps {
  user: User;
  shown: ShownCourse;
  onClose: () => void;
}

/** Confirms that a person loses a course. */
export function TakeAccessDialog({ user, shown, onClose }: TakeAccessDialogProps) {
  const authorId = useUserId();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { course } = shown;
  const take = async () => {
    try {
      await enqueueAccessOf(authorId, {
        ...{ user, course: { id: course.courseId, title: course.courseTitle } },
        ...{ hasAccess: false, reason: reason.trim() },
      });
      onClose();
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return (
    <ConfirmDialog
      title={`Remove the access of ${user.name}?`}
      action="Remove access"
      problem={problem}
      onConfirm={() => void take()}
      onCancel={onClose}
    >
      <p>
        “{course.courseTitle}” leaves their devices at the next sync, with a notice. Their progress stays on
        the server and returns if you give the access back.
      </p>
      <TextField
        label="Reason (optional)"
        hint="For admins only"
        maxLength={CODE_REASON_MAX_CHARACTERS}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
