import type { ReactNode } from 'react';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { useAction } from './use-action.ts';

interface RemoveDialogProps {
  title: string;
  /** The label of the button that confirms. */
  action: string;
  /** Nothing is lost by it. */
  isSafe?: boolean;
  /** The consequence. */
  children: ReactNode;
  /** Sends the removal. */
  remove: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before something is removed on the server. */
export function RemoveDialog({ remove, onDone, onClose, ...rest }: RemoveDialogProps) {
  const { isBusy, problem, run } = useAction();
  const confirm = () =>
    run(async () => {
      await remove();
      onDone();
    });
  return (
    <ConfirmDialog
      {...rest}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
