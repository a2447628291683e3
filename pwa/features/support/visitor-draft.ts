import * as v from 'valibot';
import { readItem, removeItem, writeItem } from '../../device/local-storage.ts';
import { SupportFields } from './support-fields.ts';

/* A visitor has no store of their own, so what they write is kept beside the app's other items. */
const KEY = 'carrel.support-draft';

const VisitorDraft = v.object({
  fields: SupportFields,
  /** Under which these very words were sent; sent again under it they stay one request. Null once they change. */
  id: v.nullable(v.string()),
});
export type VisitorDraft = v.InferOutput<typeof VisitorDraft>;

export function readVisitorDraft(): VisitorDraft | null {
  try {
    const parsed = v.safeParse(VisitorDraft, JSON.parse(readItem(KEY) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function writeVisitorDraft(draft: VisitorDraft): void {
  writeItem(KEY, JSON.stringify(draft));
}

export function removeVisitorDraft(): void {
  if (readItem(KEY) !== null) removeItem(KEY);
}
