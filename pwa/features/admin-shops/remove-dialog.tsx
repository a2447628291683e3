import type { ReactNode } from 'react';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { useAction } from './use-action.ts';

interface RemoveDialogProps {
  title: string;
  /** The label of the button that confirms. */
  action: string;
  /** The consequence. */
  children: ReactNode;
  /** Sends the removal. */
  remove: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before something is removed on the server. */
export function RemoveDialog({ title, action, children, remove, onDone, onClose }: RemoveDialogProps) {
  const { isBusy, problem, run } = useAction();
  const confirm = () =>
    run(async () => {
      await remove();
      onDone();
    });
  return (
    <ConfirmDialog
      title={title}
      action={action}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
