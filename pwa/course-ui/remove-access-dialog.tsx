import { useState } from 'react';
import { CODE_REASON_MAX_CHARACTERS } from '#schema/limits.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { useConfirmation } from '../ui/overlays/use-confirmation.ts';

interface RemoveAccessDialogProps {
  learner: string;
  courseTitle: string;
  /** How the screen calls giving it back. */
  giveBack: 'give the access back' | 'restore the access';
  onRemove: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Confirms that a learner loses a course. */
export function RemoveAccessDialog({
  learner,
  courseTitle,
  giveBack,
  onRemove,
  onClose,
}: RemoveAccessDialogProps) {
  const [reason, setReason] = useState('');
  const { problem, confirm } = useConfirmation(onClose);
  return (
    <ConfirmDialog
      title={`Remove the access of ${learner}?`}
      action="Remove access"
      problem={problem}
      onConfirm={() => confirm(() => onRemove(reason.trim()))}
      onCancel={onClose}
    >
      <p>
        “{courseTitle}” leaves their devices at the next sync, with a notice. Their progress stays on the
        server and returns if you {giveBack}.
      </p>
      <ReasonField reason={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

interface ReasonFieldProps {
  reason: string;
  onChange: (reason: string) => void;
}

/** Why an access is removed. */
export function ReasonField({ reason, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label="Reason (optional)"
      hint="For admins only"
      maxLength={CODE_REASON_MAX_CHARACTERS}
      value={reason}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
