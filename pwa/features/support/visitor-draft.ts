import * as v from 'valibot';
import { deviceDraft } from '../../device/form-draft.ts';
import { SupportFields } from './support-fields.ts';

const VisitorDraft = v.object({
  fields: SupportFields,
  /** The id under which this very text was sent; sent again under it, it stays one request. Null once the text changes. */
  id: v.nullable(v.string()),
});

/** A visitor has no private store, so the text lies beside the app's other items on the device. */
export const visitorDraft = deviceDraft('carrel.support-draft', VisitorDraft);
