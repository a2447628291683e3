import { digestOf } from '#interchange/course-file/digest.ts';

/** Returns the SHA-256 in hex. By the browser where it can, which is many times as fast: only in a secure context. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) return digestOf(bytes);
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
