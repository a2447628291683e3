import { createHmac, timingSafeEqual } from 'node:crypto';
import { MEDIA_URL_WINDOW_MS } from '#schema/limits.ts';

/**
 * Signs the addresses of files, because `<video>` sends no bearer token. Within a time window the address of
 * a file is the same for every user, so a course's reply can be cached as ready bytes; it stays valid for one
 * more window, so even an address issued last is valid for half a day.
 */
export class MediaSigner {
  readonly #key: Buffer;

  /** The key is derived, so a signature made here reveals nothing about session tokens. */
  constructor(secret: Uint8Array) {
    this.#key = createHmac('sha256', secret).update('media addresses').digest();
  }

  /** Until when (ms) addresses made at `now` are valid: the end of the window after the current one. */
  expiresAt(now: Date): number {
    return (Math.floor(now.getTime() / MEDIA_URL_WINDOW_MS) + 2) * MEDIA_URL_WINDOW_MS;
  }

  /** Path and query of the file, valid until `expiresAt`. */
  addressOf(fileId: string, expiresAt: number): string {
    return `/media/${fileId}?${this.queryOf(fileId, expiresAt)}`;
  }

  /** The query of an address below /media, valid until `expiresAt`. `subject` is a file id, or no file id could be it. */
  queryOf(subject: string, expiresAt: number): string {
    return `expires=${expiresAt}&signature=${this.#sign(subject, expiresAt).toString('base64url')}`;
  }

  /** Whether an address was signed here and is still valid. */
  isValid(subject: string, query: { expires?: string; signature?: string }, now: Date): boolean {
    const { expires = '', signature = '' } = query;
    if (!/^\d{1,15}$/.test(expires) || Number(expires) <= now.getTime()) return false;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(subject, Number(expires));
    return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  }

  #sign(subject: string, expiresAt: number): Buffer {
    return createHmac('sha256', this.#key).update(`${subject} ${expiresAt}`).digest();
  }
}
