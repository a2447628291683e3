import * as v from 'valibot';
import { type FormDraft, tabDraft } from '../../device/form-draft.ts';

/**
 * A code that was typed and not sent yet. It ends with the tab and is never in the learner's store: a code
 * is worth what was paid for it, and the user has it in writing (security, Activation).
 */
export function codeDraft(courseId: string): FormDraft<string | null> {
  return tabDraft(`carrel.code-draft/${courseId}`, v.nullable(v.string()));
}
