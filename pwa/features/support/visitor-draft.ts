import * as v from 'valibot';
import { deviceDraft, tabDraft } from '#pwa/device/form-draft.ts';
import { SupportFields } from './support-fields.ts';

const VisitorDraft = v.object({
  fields: SupportFields,
  /**
   * The id under which this text was sent; sending it again under the same id does not create a second
   * request. Null once the text changes.
   */
  id: v.nullable(v.string()),
});

const KEY = 'carrel.support-draft';

/** A visitor has no private store, so the draft is in local storage. */
export const visitorDraft = deviceDraft(KEY, VisitorDraft);

/** The draft of a signed-in user whose store the browser does not open: the next user of the device must not see it. */
export const memberDraft = tabDraft(KEY, VisitorDraft);
