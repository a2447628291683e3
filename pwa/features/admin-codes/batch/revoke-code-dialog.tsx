import { useState } from 'react';
import { ReasonField } from '#pwa/course-ui/remove-access-dialog.tsx';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueCodeRevoked } from '#pwa/sync/enqueue/code-commands.ts';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { useConfirmation } from '#pwa/ui/overlays/use-confirmation.ts';
import type { BatchCode, CodeBatch } from '#schema/learning/code-batches.ts';
import styles from '../admin-codes-page.module.css';

interface RevokeCodeDialogProps {
  batch: CodeBatch;
  code: BatchCode;
  onClose: () => void;
}

/** Confirms that a code is revoked; of a used one, access is removed only if its box is ticked. */
export function RevokeCodeDialog({ batch, code, onClose }: RevokeCodeDialogProps) {
  const userId = useUserId();
  const [removesAccess, setRemovesAccess] = useState(false);
  const [reason, setReason] = useState('');
  const { problem, confirm } = useConfirmation(onClose);
  const isUsed = code.uses > 0;
  const change = { revoked: true, removesAccess, reason: reason.trim() };
  return (
    <ConfirmDialog
      title="Revoke this code?"
      action={removesAccess ? 'Revoke and remove access' : 'Revoke'}
      problem={problem}
      onConfirm={() => confirm(() => enqueueCodeRevoked(userId, { batch, code }, change))}
      onCancel={onClose}
    >
      <p className={styles.code}>{code.code}</p>
      <p>
        It will unlock nothing until it is restored.
        {isUsed && !removesAccess && ' Who has redeemed it keeps the course.'}
      </p>
      {isUsed && (
        <Checkbox
          label="Also remove the access that it gave"
          checked={removesAccess}
          onChange={({ target }) => setRemovesAccess(target.checked)}
        />
      )}
      {removesAccess && <ReasonField reason={reason} onChange={setReason} />}
    </ConfirmDialog>
  );
}
