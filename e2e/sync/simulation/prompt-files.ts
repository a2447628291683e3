import { createHmac, KeyObject, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs';

/*
 * Files and signatures are the work of other threads, and when those are done no seed decides. Here they are
 * done at once, so that the same seed brings the same life.
 */

/** Instead of `node:fs/promises`, as far as the server uses it at its start and end. */
export async function prompterFiles(original: () => Promise<object>): Promise<object> {
  return {
    ...(await original()),
    readdir: async (path: string) => readdirSync(path),
    rename: async (from: string, to: string) => renameSync(from, to),
    open: async (path: string, flags: string, mode: number) => {
      const file = openSync(path, flags, mode);
      return {
        writeFile: async (text: string) => writeFileSync(file, text),
        sync: async () => fsyncSync(file),
        close: async () => closeSync(file),
      };
    },
  };
}

/** Signs and checks sessions at once. */
export function signPromptly(): void {
  const sign = (key: CryptoKey, data: Uint8Array) =>
    createHmac('sha256', KeyObject.from(key)).update(data).digest();
  Object.assign(crypto.subtle, {
    sign: async (_: unknown, key: CryptoKey, data: Uint8Array) => new Uint8Array(sign(key, data)),
    verify: async (_: unknown, key: CryptoKey, signature: Uint8Array, data: Uint8Array) => {
      const expected = sign(key, data);
      return expected.length === signature.length && timingSafeEqual(expected, signature);
    },
  });
}
