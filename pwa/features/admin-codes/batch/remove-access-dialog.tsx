import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueAccess } from '#pwa/sync/enqueue/code-commands.ts';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { CODE_REASON_MAX_CHARACTERS } from '#schema/limits.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { nameOfLearner, type RemovedAccess } from './batch-model.ts';
import type { OpenBatch } from './use-batch.ts';

interface RemoveAccessDialogProps extends RemovedAccess {
  shown: OpenBatch;
  onClose: () => void;
}

/** Confirms that a learner loses the course. */
export function RemoveAccessDialog({ shown, codeId, redemption, onClose }: RemoveAccessDialogProps) {
  const authorId = useUserId();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { batch, courseTitle } = shown;
  const remove = async () => {
    try {
      await enqueueAccess(authorId, {
        ...{ courseId: batch.courseId, courseTitle, codeId, redemption },
        ...{ revoked: true, reason: reason.trim() },
      });
      onClose();
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return (
    <ConfirmDialog
      title={`Remove the access of ${nameOfLearner(redemption)}?`}
      action="Remove access"
      problem={problem}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>
        “{courseTitle}” leaves their devices at the next sync, with a notice. Their progress stays on the
        server and returns if you restore the access.
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
