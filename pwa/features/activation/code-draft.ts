import * as v from 'valibot';
import { type FormDraft, tabDraft } from '#pwa/device/form-draft.ts';

/**
 * An activation code that was typed and not sent. It is stored only for the tab, never in the learner's
 * store: a code is worth its price, and the user has it in writing (docs/security.md).
 */
export function codeDraft(courseId: string): FormDraft<string | null> {
  return tabDraft(`carrel.code-draft/${courseId}`, v.nullable(v.string()));
}
