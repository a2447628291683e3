import { type FormEvent, useId, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueBatchEdit } from '#pwa/sync/enqueue/code-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import type { CodeBatchFields } from '#schema/entities/code-batch-entity.ts';
import type { CodeBatch } from '#schema/learning/code-batches.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { BatchFields } from '../form/batch-fields.tsx';
import { type BatchForm, dayOf, editDraft, emptyForm, fieldsOf } from '../form/batch-form.ts';
import { useFormErrors } from '../form/use-form-errors.ts';

interface EditBatchDialogProps {
  batch: CodeBatch;
  onClose: () => void;
}

/** The form for the fields of a batch; queues only those that were changed. */
export function EditBatchDialog({ batch, onClose }: EditBatchDialogProps) {
  const userId = useUserId();
  const formId = useId();
  const [draft] = useState(() => editDraft(batch.id));
  const [before] = useState(() => formOf(batch));
  const [form, change] = useFormDraft(draft, () => before);
  const { errors, check } = useFormErrors(form, { formId, isNew: false });
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (!check()) return;
    const changes = changesOf(before, form);
    try {
      if (Object.keys(changes).length > 0) await enqueueBatchEdit(userId, batch, changes);
      draft.remove();
      onClose();
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const cancel = () => {
    draft.remove();
    onClose();
  };
  return (
    <Dialog
      isOpen
      title="Edit batch"
      onClose={onClose}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Save
          </Button>
        </>
      }
    >
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Stack as="form" gap={4} id={formId} noValidate onSubmit={submit}>
        <BatchFields form={form} errors={errors} onChange={change} />
      </Stack>
    </Dialog>
  );
}

const formOf = ({ name, note, expiresAt, maxUses }: CodeBatch): BatchForm => ({
  ...{ ...emptyForm, name, note, expiresOn: dayOf(expiresAt), maxUses: String(maxUses) },
});

/** The fields that differ from the form as it was opened; an expiry of another zone stays as it is. */
function changesOf(before: BatchForm, form: BatchForm): CodeBatchFields {
  const fields = fieldsOf(form);
  return {
    ...(form.name !== before.name && { name: fields.name }),
    ...(form.note !== before.note && { note: fields.note }),
    ...(form.expiresOn !== before.expiresOn && { expiresAt: fields.expiresAt }),
    ...(form.maxUses !== before.maxUses && { maxUses: fields.maxUses }),
  };
}
