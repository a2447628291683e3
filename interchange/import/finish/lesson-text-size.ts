import { encodeText } from '#interchange/course-file/digest.ts';
import { LESSON_BODY_MAX_BYTES } from '#schema/limits.ts';

/** The bytes of a text as JSON, with its pictures: the rest of a command is for its other fields. */
export const TEXT_MAX_BYTES = LESSON_BODY_MAX_BYTES - 100 * 1024;

/** The bytes of a control character in JSON, and of a quote that is escaped in an attribute. All others become fewer bytes. */
const CHARACTER_MAX_BYTES = 6;

/** The bytes of a text as JSON. */
export const jsonBytes = (text: string): number => encodeText(JSON.stringify(text)).length;

/** As many bytes as a text has at most as JSON, also after it is cleaned: a bound that takes no time. */
export const bytesAtMost = (text: string): number => text.length * CHARACTER_MAX_BYTES;

/** Whether the server accepts a text. */
export const fitsIntoLesson = (html: string): boolean =>
  bytesAtMost(html) <= TEXT_MAX_BYTES || jsonBytes(html) <= TEXT_MAX_BYTES;
