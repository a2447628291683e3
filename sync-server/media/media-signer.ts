import { createHmac, timingSafeEqual } from 'node:crypto';
import { MEDIA_URL_WINDOW_MS } from '#schema/limits.ts';

/**
 * Signs the addresses of files, because `<video>` sends no bearer token. Within a time window the address
 * of a file is the same for everybody, so that a course's reply can be kept as ready bytes; it stays valid
 * for one further window, so that whoever got it last still has half a day to watch.
 */
export class MediaSigner {
  readonly #key: Buffer;

  /** The key is derived, so that no signature made here says anything about session tokens. */
  constructor(secret: Uint8Array) {
    this.#key = createHmac('sha256', secret).update('media addresses').digest();
  }

  /** Until when (ms) addresses made at `now` hold: the end of the window after the present one. */
  expiresAt(now: Date): number {
    return (Math.floor(now.getTime() / MEDIA_URL_WINDOW_MS) + 2) * MEDIA_URL_WINDOW_MS;
  }

  /** Path and query under which the file is fetched until `expiresAt`. */
  addressOf(fileId: string, expiresAt: number): string {
    return `/media/${fileId}?expires=${expiresAt}&signature=${this.#sign(fileId, expiresAt).toString('base64url')}`;
  }

  /** Whether an address was made here and still holds. */
  isValid(fileId: string, query: { expires?: string; signature?: string }, now: Date): boolean {
    const { expires = '', signature = '' } = query;
    if (!/^\d{1,15}$/.test(expires) || Number(expires) <= now.getTime()) return false;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(fileId, Number(expires));
    return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  }

  #sign(fileId: string, expiresAt: number): Buffer {
    return createHmac('sha256', this.#key).update(`${fileId} ${expiresAt}`).digest();
  }
}
