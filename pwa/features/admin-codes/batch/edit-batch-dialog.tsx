import { useId, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueBatchEdit } from '#pwa/sync/enqueue/code-commands.ts';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
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
  const cancel = () => {
    draft.remove();
    onClose();
  };
  return (
    <FormDialog
      title="Edit batch"
      submit="Save"
      formId={formId}
      problem={problem}
      onSubmit={() => void save()}
      onCancel={cancel}
      onClose={onClose}
    >
      <BatchFields form={form} errors={errors} onChange={change} />
    </FormDialog>
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
