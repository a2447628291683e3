import { encodeText } from '#interchange/course-file/digest.ts';

/** Browsers and Node both have them. */
declare function atob(base64: string): string;

/** The bytes of a picture with their MIME type. */
export interface DataPicture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const DATA_URI = /^data:(image\/[a-z+]{1,20})((?:;[^,;]*)*),(.*)$/is;

/** Returns the picture of any data URI, as a browser reads it; null for other addresses and unreadable ones. */
export function findDataPicture(address: string): DataPicture | null {
  const [, type, parameters = '', data] = DATA_URI.exec(address) ?? [];
  if (type === undefined || data === undefined) return null;
  try {
    const text = decodeURIComponent(data.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
    const bytes = /;\s*base64$/i.test(parameters) ? fromBase64(text) : encodeText(text);
    return { type: type.toLowerCase(), bytes };
  } catch {
    return null;
  }
}

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/\s/g, '')), (character) => character.charCodeAt(0));
