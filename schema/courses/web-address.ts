import * as v from 'valibot';
import { URL_MAX_CHARACTERS } from '../limits.ts';

/** The part of the platform's URL parser that is used here; browsers and Node both have it. */
declare const URL: {
  new (text: string): WebAddress;
};

export interface WebAddress {
  readonly protocol: string;
  /** Host with port: an unusual port is another host. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly hash: string;
  readonly href: string;
  readonly searchParams: {
    get(name: string): string | null;
    set(name: string, value: string): void;
    delete(name: string): void;
  };
}

/** An https URL without credentials, of limited length; null for anything else. */
export function parseWebAddress(text: string): WebAddress | null {
  if (text.length > URL_MAX_CHARACTERS) return null;
  try {
    const address = new URL(text);
    const isPlain = address.protocol === 'https:' && address.username === '' && address.password === '';
    return isPlain ? address : null;
  } catch {
    return null;
  }
}

const isOutsideUrl = (text: string) => parseWebAddress(text) !== null;
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
