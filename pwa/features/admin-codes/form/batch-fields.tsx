import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { codeBatchEntity } from '#schema/entities/code-batch-entity.ts';
import type { BatchForm, FormErrors } from './batch-form.ts';

/** With it, browsers let no year of more than four digits be typed. */
const LAST_DAY = '9999-12-31';

export interface BatchFieldsProps {
  form: BatchForm;
  errors: FormErrors;
  onChange: (form: BatchForm) => void;
}

/** The fields that can be edited later, too. */
export function BatchFields({ form, errors, onChange }: BatchFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={codeBatchEntity.fieldRules.name.max}
        value={form.name}
        error={errors.name}
        onChange={({ target }) => onChange({ ...form, name: target.value })}
      />
      <TextField
        label="Learners per code"
        inputMode="numeric"
        required
        value={form.maxUses}
        error={errors.maxUses}
        hint="1 for a code of one learner; more for one that a class shares"
        onChange={({ target }) => onChange({ ...form, maxUses: target.value })}
      />
      <TextField
        label="Last day (optional)"
        type="date"
        max={LAST_DAY}
        value={form.expiresOn}
        error={errors.expiresOn}
        hint="After this day the codes unlock nothing. What they unlocked stays unlocked."
        onChange={({ target }) => onChange({ ...form, expiresOn: target.value })}
      />
      <TextArea
        label="Note (optional)"
        rows={2}
        maxLength={codeBatchEntity.fieldRules.note.max}
        value={form.note}
        error={errors.note}
        hint="For admins only"
        onChange={({ target }) => onChange({ ...form, note: target.value })}
      />
    </>
  );
}
