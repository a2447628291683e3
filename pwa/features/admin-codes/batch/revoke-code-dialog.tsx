import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueCodeRevoked } from '#pwa/sync/enqueue/code-commands.ts';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import type { BatchCode, CodeBatch } from '#schema/learning/code-batches.ts';
import { CODE_REASON_MAX_CHARACTERS } from '#schema/limits.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
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
  const [problem, setProblem] = useState<string | null>(null);
  const isUsed = code.uses > 0;
  const revoke = async () => {
    try {
      const change = { revoked: true, removesAccess, reason: reason.trim() };
      await enqueueCodeRevoked(userId, { batch, code }, change);
      onClose();
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return (
    <ConfirmDialog
      title="Revoke this code?"
      action={removesAccess ? 'Revoke and remove access' : 'Revoke'}
      problem={problem}
      onConfirm={() => void revoke()}
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
      {removesAccess && (
        <TextField
          label="Reason (optional)"
          hint="For admins only"
          maxLength={CODE_REASON_MAX_CHARACTERS}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
