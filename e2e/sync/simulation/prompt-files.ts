import { createHash, createHmac, KeyObject, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Writable } from 'node:stream';

/*
 * Files and signatures are the work of other threads, and when those are done no seed decides. Here they are
 * done at once, so that the same seed brings the same life.
 */

/** Instead of `node:fs/promises`, as far as the server uses it at its start and end, and for films. */
export async function prompterFiles(original: () => Promise<object>): Promise<object> {
  return {
    ...(await original()),
    readdir: async (path: string) => readdirSync(path),
    rename: async (from: string, to: string) => renameSync(from, to),
    mkdir: async (path: string, options: object) => mkdirSync(path, options),
    rm: async (path: string, options: object) => rmSync(path, options),
    stat: async (path: string) => statSync(path),
    link: async (from: string, to: string) => linkSync(from, to),
    copyFile: async (from: string, to: string) => copyFileSync(from, to),
    open: async (path: string, flags: string, mode: number) => {
      const file = openSync(path, flags, mode);
      return {
        read: async (buffer: Buffer, offset: number, length: number, position: number) => {
          return { buffer, bytesRead: readSync(file, buffer, offset, length, position) };
        },
        writeFile: async (text: string) => writeFileSync(file, text),
        sync: async () => fsyncSync(file),
        close: async () => closeSync(file),
      };
    },
  };
}

/** Instead of `node:fs`: what the server streams into files and out of them. */
export async function prompterStreams(original: () => Promise<object>): Promise<object> {
  return { ...(await original()), createReadStream: readAtOnce, createWriteStream: writeAtOnce };
}

async function* readAtOnce(path: string): AsyncGenerator<Buffer> {
  yield readFileSync(path);
}

function writeAtOnce(path: string, { flags, start = 0 }: { flags: string; start?: number }): Writable {
  const file = openSync(path, flags);
  let at = start;
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      at += writeSync(file, chunk, 0, chunk.length, at);
      done();
    },
    destroy: (error, done) => {
      closeSync(file);
      done(error);
    },
  });
}

/** Signs, checks and digests at once. */
export function signPromptly(): void {
  const sign = (key: CryptoKey, data: Uint8Array) =>
    createHmac('sha256', KeyObject.from(key)).update(data).digest();
  Object.assign(crypto.subtle, {
    sign: async (_: unknown, key: CryptoKey, data: Uint8Array) => new Uint8Array(sign(key, data)),
    verify: async (_: unknown, key: CryptoKey, signature: Uint8Array, data: Uint8Array) => {
      const expected = sign(key, data);
      return expected.length === signature.length && timingSafeEqual(expected, signature);
    },
    digest: async (_: unknown, data: ArrayBuffer) =>
      Uint8Array.from(createHash('sha256').update(new Uint8Array(data)).digest()).buffer,
  });
}
