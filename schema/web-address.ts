import * as v from 'valibot';
import { URL_MAX_CHARACTERS } from './limits.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An https address (http on loopback only) without credentials, of sane length. Never compared by parts of its text. */
export function isOutsideUrl(text: string): boolean {
  if (text.length > URL_MAX_CHARACTERS || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  return isSecure && url.username === '' && url.password === '';
}

const isOwnVideo = (text: string) => /^\/media\/[0-9a-f]{32}(\?[A-Za-z0-9=&_-]*)?$/.test(text);
const isOwnThumbnail = (text: string) => /^\/media\/thumbnails\/[A-Za-z0-9_-]{1,80}\.webp$/.test(text);

const address = (isAllowed: (text: string) => boolean, sentence: string) =>
  v.pipe(v.string(), v.trim(), v.maxLength(URL_MAX_CHARACTERS), v.check(isAllowed, sentence));

export const OutsideUrl = address(isOutsideUrl, 'Please enter a full address that begins with https://');
export const VideoUrl = address(
  (text) => text === '' || isOutsideUrl(text) || isOwnVideo(text),
  'Please enter a full video address that begins with https://',
);
export const ThumbnailUrl = address(
  (text) => text === '' || isOutsideUrl(text) || isOwnThumbnail(text),
  'Please enter a full image address that begins with https://',
);
