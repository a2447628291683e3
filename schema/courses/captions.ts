import * as v from 'valibot';
import { CAPTIONS_MAX_CHARACTERS } from '../limits.ts';
import { adminMessages } from '../messages/admin-messages.ts';

/** The one caption format that browsers read: WebVTT, which is always UTF-8. */
export const CAPTIONS_CONTENT_TYPE = 'text/vtt';

/**
 * A WebVTT file starts with this text, alone on its line or before white space; a byte order mark may precede
 * it.
 */
const SIGNATURE = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/;

/** The text of a WebVTT file. */
export const Captions = v.pipe(
  v.string(),
  v.maxLength(CAPTIONS_MAX_CHARACTERS, adminMessages.captionsTooLong),
  v.check((text) => SIGNATURE.test(text), adminMessages.captionsUnreadable),
);

/**
 * Whether a resource holds the captions of its lesson's video, which the player shows instead of offering a
 * link.
 */
export function isCaptions(resource: { readonly contentType?: string | null | undefined }): boolean {
  return resource.contentType === CAPTIONS_CONTENT_TYPE;
}
