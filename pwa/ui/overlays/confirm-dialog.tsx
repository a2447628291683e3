import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen?: boolean;
  title: string;
  /** The consequence and its object. */
  children: ReactNode;
  /** The label of the button that confirms; without it nothing is left to confirm. */
  action?: ReactNode;
  /** Nothing is lost by the action. */
  isSafe?: boolean;
  isBusy?: boolean;
  /** Why the action failed, as a sentence. */
  problem?: string | null;
  cancel?: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action. Replaces `window.confirm`, which works poorly in installed apps and on phones. */
export function ConfirmDialog({
  isOpen = true,
  title,
  children,
  problem = null,
  ...rest
}: ConfirmDialogProps) {
  const { action, isSafe = false, isBusy = false, cancel = 'Cancel', onConfirm, onCancel } = rest;
  const actions = (
    <>
      <Button onClick={onCancel}>{cancel}</Button>
      {action !== undefined && (
        <Button variant={isSafe ? 'primary' : 'danger'} isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      )}
    </>
  );
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onCancel} actions={actions}>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {children}
    </Dialog>
  );
}
