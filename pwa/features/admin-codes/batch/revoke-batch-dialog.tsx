import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueBatchRevoked } from '#pwa/sync/enqueue/code-commands.ts';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { useConfirmation } from '#pwa/ui/overlays/use-confirmation.ts';
import type { CodeBatch } from '#schema/learning/code-batches.ts';
import { countOf } from '#schema/messages/count.ts';
import { nameOf } from '../codes-model.ts';

/** Confirms that all codes of a batch are revoked. */
export function RevokeBatchDialog({ batch, onClose }: { batch: CodeBatch; onClose: () => void }) {
  const userId = useUserId();
  const { problem, confirm } = useConfirmation(onClose);
  return (
    <ConfirmDialog
      title={`Revoke the codes of “${nameOf(batch)}”?`}
      action="Revoke all"
      problem={problem}
      onConfirm={() => confirm(() => enqueueBatchRevoked(userId, batch, true))}
      onCancel={onClose}
    >
      <p>
        {countOf(batch.count, 'code')} will unlock nothing until the batch is restored. Learners who have
        redeemed one keep their access.
      </p>
    </ConfirmDialog>
  );
}
