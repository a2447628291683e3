import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../controls/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Stack } from '../layout/stack.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  /** The label of the button that sends the form. */
  submit: string;
  /** The id of the form, where the caller looks for its fields. */
  formId?: string;
  /** Further buttons, before the others. */
  actions?: ReactNode;
  isBusy?: boolean;
  /** Why the form could not be sent, as a sentence. */
  problem?: string | null;
  /** Validates and sends. */
  onSubmit: () => void;
  /** Where *Cancel* does more than other ways to close the dialog. */
  onCancel?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, also in one that is opened from another form. */
export function FormDialog({ title, submit, problem = null, children, ...rest }: FormDialogProps) {
  const { actions, isBusy = false, onSubmit, onClose, onCancel = onClose } = rest;
  const ownId = useId();
  const { formId = ownId } = rest;
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Stack as="form" gap={4} id={formId} noValidate onSubmit={send}>
        {children}
      </Stack>
    </Dialog>
  );
}
