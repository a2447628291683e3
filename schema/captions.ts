import * as v from 'valibot';
import { adminMessages } from './admin-messages.ts';
import { CAPTIONS_MAX_CHARACTERS } from './limits.ts';

/** The one kind of captions that browsers read: WebVTT, which is always UTF-8. */
export const CAPTIONS_CONTENT_TYPE = 'text/vtt';

/** A WebVTT file begins with the word, alone on its line or before a blank; a byte order mark may come first. */
const SIGNATURE = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/;

/** The text of a WebVTT file. */
export const Captions = v.pipe(
  v.string(),
  v.maxLength(CAPTIONS_MAX_CHARACTERS, adminMessages.captionsTooLong),
  v.check((text) => SIGNATURE.test(text), adminMessages.captionsUnreadable),
);

/** Whether a resource holds the captions of its lesson's film, which the player shows, and not something to open. */
export function isCaptions(resource: { readonly contentType?: string | null | undefined }): boolean {
  return resource.contentType === CAPTIONS_CONTENT_TYPE;
}
