import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueBatch } from '#pwa/sync/enqueue/code-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { CODE_PREFIX_MAX_LETTERS } from '#schema/activation/code-alphabet.ts';
import { CODE_BATCH_MAX } from '#schema/limits.ts';
import { formatCount } from '#schema/messages/count.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { printAtOnce } from '../sheets/print-at-once.ts';
import type { CourseChoice } from '../use-batches.ts';
import { BatchFields, type BatchFieldsProps } from './batch-fields.tsx';
import { emptyForm, fieldsOf, generateDraft, prefixOf } from './batch-form.ts';
import { useFormErrors } from './use-form-errors.ts';

interface GenerateDialogProps {
  courses: readonly CourseChoice[];
  /** The course that is chosen at first; null for none. */
  courseId: string | null;
  onClose: () => void;
}

/** The form that draws codes on this device; works offline. */
export function GenerateDialog({ courses, courseId, onClose }: GenerateDialogProps) {
  const userId = useUserId();
  const navigate = useNavigate();
  const formId = useId();
  const [form, change] = useFormDraft(generateDraft, () => ({ ...emptyForm, courseId: courseId ?? '' }));
  const { errors, check } = useFormErrors(form, { formId, isNew: true });
  const [problem, setProblem] = useState<string | null>(null);
  const generate = async (isPrinted: boolean) => {
    const course = courses.find(({ id }) => id === form.courseId);
    if (!check() || course === undefined) return;
    try {
      const ofCourse = { courseId: course.id, courseTitle: course.title };
      const drawn = { prefix: prefixOf(form), count: Number(form.count) };
      const batchId = await enqueueBatch(userId, { ...fieldsOf(form), ...ofCourse, ...drawn });
      generateDraft.remove();
      navigate(paths.adminCodeBatch(batchId), isPrinted ? { state: printAtOnce } : {});
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return (
    <FormDialog
      title="Generate codes"
      submit="Generate"
      formId={formId}
      problem={problem}
      actions={<Button onClick={() => void generate(true)}>Generate and print</Button>}
      onSubmit={() => void generate(false)}
      onClose={onClose}
    >
      <NewFields courses={courses} form={form} errors={errors} onChange={change} />
      <BatchFields form={form} errors={errors} onChange={change} />
    </FormDialog>
  );
}

function NewFields({
  courses,
  form,
  errors,
  onChange,
}: BatchFieldsProps & Pick<GenerateDialogProps, 'courses'>) {
  return (
    <>
      <SelectField
        label="Course"
        required
        value={form.courseId}
        error={errors.courseId}
        onChange={({ target }) => onChange({ ...form, courseId: target.value })}
      >
        <option value="">Choose a course</option>
        {courses.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Number of codes"
        inputMode="numeric"
        required
        value={form.count}
        error={errors.count}
        hint={`Up to ${formatCount(CODE_BATCH_MAX)}`}
        onChange={({ target }) => onChange({ ...form, count: target.value })}
      />
      <TextField
        label="Prefix (optional)"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={CODE_PREFIX_MAX_LETTERS}
        value={form.prefix}
        error={errors.prefix}
        hint="Printed before each code, such as SCHOOL-7KQ2-M9XD-R4TB"
        onChange={({ target }) => onChange({ ...form, prefix: target.value })}
      />
    </>
  );
}
