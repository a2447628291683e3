import { createHash, createHmac, KeyObject, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  fdatasyncSync,
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
import { worldClock } from './clock.ts';
import { serverDisk } from './server-disk.ts';

/*
 * Files and signatures are processed by other threads, whose timing does not depend on the seed. Here they
 * run synchronously, so the same seed repeats the same run.
 */

/** Replaces the part of `node:fs/promises` that the server uses at its start and end, and for videos. */
export async function synchronousFiles(original: () => Promise<object>): Promise<object> {
  return {
    ...(await original()),
    readdir: async (path: string) => readdirSync(path),
    rename: async (from: string, to: string) => renameSync(from, to),
    mkdir: async (path: string, options: object) => mkdirSync(path, options),
    rm: async (path: string, options: object) => rmSync(path, options),
    stat: async (path: string) => statInWorld(path),
    opendir: async (path: string) => listEntries(path),
    link: async (from: string, to: string) => {
      linkSync(from, to);
      noteChange(to);
    },
    copyFile: async (from: string, to: string) => copyFileSync(from, to),
    open: async (path: string, flags: string, mode: number) => {
      const file = openSync(path, flags, mode);
      if (flags !== 'r') noteChange(path);
      return {
        read: async (buffer: Buffer, offset: number, length: number, position: number) => {
          return { buffer, bytesRead: readSync(file, buffer, offset, length, position) };
        },
        writeFile: async (text: string) => {
          serverDisk.writeFile();
          writeFileSync(file, text);
        },
        sync: async () => fsyncSync(file),
        datasync: async () => fdatasyncSync(file),
        close: async () => closeSync(file),
      };
    },
  };
}

/** Replaces the part of `node:fs` that streams into and out of files. */
export async function synchronousStreams(original: () => Promise<object>): Promise<object> {
  return { ...(await original()), createReadStream: readAtOnce, createWriteStream: writeAtOnce };
}

async function* readAtOnce(path: string): AsyncGenerator<Buffer> {
  yield readFileSync(path);
}

function writeAtOnce(path: string, { flags, start = 0 }: { flags: string; start?: number }): Writable {
  const file = openSync(path, flags);
  noteChange(path);
  let at = start;
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      try {
        serverDisk.writeFile();
        at += writeSync(file, chunk, 0, chunk.length, at);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    destroy: (error, done) => {
      closeSync(file);
      done(error);
    },
  });
}

/** When each file changed last, in world time. */
const changedAtMs = new Map<string, number>();

const noteChange = (path: string) => changedAtMs.set(path, worldClock.now());

/** The times of files are those of the run: what is old is deleted, and a seed repeats the same run on any day. */
function statInWorld(path: string): object {
  const ms = changedAtMs.get(path) ?? 0;
  return Object.assign(statSync(path), { mtimeMs: ms, ctimeMs: ms });
}

async function* listNames(names: readonly string[]): AsyncGenerator<{ readonly name: string }> {
  for (const name of names) yield { name };
}

const listEntries = (path: string) => listNames(readdirSync(path).sort());

/** Signs, verifies and hashes synchronously. */
export function signSynchronously(): void {
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
