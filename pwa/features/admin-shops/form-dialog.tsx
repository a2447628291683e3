import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { type Action, useAction } from './use-action.ts';

interface FormDialogProps {
  title: string;
  /** The label of the button that sends the form. */
  submit: string;
  /** Validates and sends. Its input stays if it fails. */
  onSubmit: (action: Action) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, with the reason if it could not be sent. */
export function FormDialog({ title, submit, onSubmit, onClose, children }: FormDialogProps) {
  const formId = useId();
  const action = useAction();
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(action);
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={action.isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      {action.problem !== null && <Notice tone="bad">{action.problem}</Notice>}
      <Stack as="form" gap={4} id={formId} noValidate onSubmit={send}>
        {children}
      </Stack>
    </Dialog>
  );
}
