import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import type { Removals } from './use-removals.ts';

/** Confirms the removal of files from the device. */
export function RemovalDialog({ removals }: { removals: Removals }) {
  const { question, isBusy, remove, cancel } = removals;
  if (question === null) return null;
  const { course, name, bytes } = question;
  return (
    <ConfirmDialog
      title={`Remove from this device: ${name.toLowerCase()}?`}
      action={`Remove ${describeBytes(bytes)}`}
      isBusy={isBusy}
      onConfirm={() => void remove(question)}
      onCancel={cancel}
    >
      <p>
        {name} of “{course.title}” are removed from this device. The lesson text and your progress stay. You
        can download the files again when you are connected.
      </p>
    </ConfirmDialog>
  );
}
