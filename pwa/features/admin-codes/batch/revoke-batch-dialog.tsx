import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueBatchRevoked } from '#pwa/sync/enqueue/code-commands.ts';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import type { CodeBatch } from '#schema/learning/code-batches.ts';
import { countOf } from '#schema/messages/count.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { nameOf } from '../codes-model.ts';

/** Confirms that all codes of a batch are revoked. */
export function RevokeBatchDialog({ batch, onClose }: { batch: CodeBatch; onClose: () => void }) {
  const userId = useUserId();
  const [problem, setProblem] = useState<string | null>(null);
  const revoke = async () => {
    try {
      await enqueueBatchRevoked(userId, batch, true);
      onClose();
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return (
    <ConfirmDialog
      title={`Revoke the codes of “${nameOf(batch)}”?`}
      action="Revoke all"
      problem={problem}
      onConfirm={() => void revoke()}
      onCancel={onClose}
    >
      <p>
        {countOf(batch.count, 'code')} will unlock nothing until the batch is restored. Learners who have
        redeemed one keep their access.
      </p>
    </ConfirmDialog>
  );
}
