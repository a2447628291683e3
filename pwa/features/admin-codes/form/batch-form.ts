import * as v from 'valibot';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { codeBatchEntity } from '#schema/entities/code-batch-entity.ts';
import { CodePrefix } from '#schema/learning/code-batches.ts';
import { CODE_BATCH_MAX } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { formatCount } from '#schema/messages/count.ts';

/** The fields of the forms as typed. */
export const BatchForm = v.object({
  courseId: v.string(),
  count: v.string(),
  name: v.string(),
  prefix: v.string(),
  note: v.string(),
  /** A day such as `2027-03-31`; '' for never. */
  expiresOn: v.string(),
  maxUses: v.string(),
});
export type BatchForm = v.InferOutput<typeof BatchForm>;

export type FormErrors = Partial<Record<keyof BatchForm, string>>;

export const emptyForm: BatchForm = {
  ...{ courseId: '', count: '50', name: '', prefix: '', note: '', expiresOn: '', maxUses: '1' },
};

/** The typed values, which survive closing the dialog and a reload. They contain no code. */
export const generateDraft = tabDraft('carrel.generateCodes', BatchForm);

/** Returns the sentence for each field that cannot be sent. */
export function checkForm(form: BatchForm, { isNew }: { readonly isNew: boolean }): FormErrors {
  const errors: FormErrors = {};
  if (form.name.trim() === '') errors.name = 'Enter a name, such as the class or shop that gets the codes';
  const usesMax = codeBatchEntity.fieldRules.maxUses.max;
  if (!isWithin(form.maxUses, usesMax)) errors.maxUses = numberError(usesMax);
  if (!DAY.test(form.expiresOn)) errors.expiresOn = 'Enter a day with a year of four digits';
  if (!isNew) return errors;
  if (form.courseId === '') errors.courseId = 'Choose the course of the codes';
  if (!isWithin(form.count, CODE_BATCH_MAX)) errors.count = numberError(CODE_BATCH_MAX);
  if (!v.is(CodePrefix, prefixOf(form))) errors.prefix = adminMessages.codePrefixInvalid;
  return errors;
}

/** Browsers let years of up to six digits be typed, which no `Date` reads. */
const DAY = /^(?:\d{4}-\d\d-\d\d)?$/;

const numberError = (most: number) => `Enter a whole number from 1 to ${formatCount(most)}`;

const isWithin = (text: string, most: number): boolean =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;

export const prefixOf = ({ prefix }: Pick<BatchForm, 'prefix'>): string => prefix.trim().toUpperCase();

/** The fields of a batch; a day ends at midnight on this device. */
export function fieldsOf({ name, note, expiresOn, maxUses }: BatchForm) {
  const expiresAt = expiresOn === '' ? null : new Date(`${expiresOn}T23:59:59.999`).toISOString();
  return { name: name.trim(), note: note.trim(), expiresAt, maxUses: Number(maxUses) };
}

/** The day on this device of an expiry; '' for none. */
export function dayOf(expiresAt: string | null): string {
  if (expiresAt === null) return '';
  const date = new Date(expiresAt);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

export const editDraft = (batchId: string) => tabDraft(`carrel.editCodes.${batchId}`, BatchForm);
