import { useEffect, useState } from 'react';
import { type BatchForm, checkForm, type FormErrors } from './batch-form.ts';

/**
 * The errors of a form that was refused once: each goes when its field is mended. `check` returns whether the form can
 * be sent, and otherwise leads to the first field that it lacks.
 */
export function useFormErrors(form: BatchForm, { formId, isNew }: { formId: string; isNew: boolean }) {
  const [refusals, setRefusals] = useState(0);
  const errors: FormErrors = refusals === 0 ? {} : checkForm(form, { isNew });
  useEffect(() => {
    if (refusals > 0) document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals, formId]);
  const check = (): boolean => {
    const isComplete = Object.keys(checkForm(form, { isNew })).length === 0;
    if (!isComplete) setRefusals((count) => count + 1);
    return isComplete;
  };
  return { errors, check };
}
