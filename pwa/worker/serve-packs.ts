import * as v from 'valibot';
import { PACK_TYPE, PackError } from '#interchange/media-pack/media-pack.ts';
import { readPack } from '#interchange/media-pack/read-pack.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { hashBlob } from '../downloads/packs/hash-blob.ts';
import { type PackReply, PackRequest } from '../downloads/packs/pack-messages.ts';
import { FileLostError, writePack } from '../downloads/packs/write-pack.ts';

/** The scope of a worker, as far as it is used here. */
export interface PackPort {
  postMessage(message: PackReply): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** At most so often. */
const PROGRESS_EVERY_MS = 100;

/** Writes, lists and hashes as the page asks, and replies with the result or with a sentence for users. */
export function servePacks(port: PackPort): void {
  port.addEventListener('message', ({ data }) => {
    const request = v.safeParse(PackRequest, data);
    if (!request.success) return port.postMessage({ problem: sentences.failed });
    void respond(request.output, reporter(port)).then(
      (reply) => port.postMessage(reply),
      (error: unknown) => port.postMessage({ problem: sentenceOf(error) }),
    );
  });
}

type OnBytes = (bytes: number) => void;

function reporter(port: PackPort): OnBytes {
  let bytes = 0;
  let reportedAt = 0;
  return (more) => {
    bytes += more;
    if (Date.now() - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = Date.now();
    port.postMessage({ bytes });
    bytes = 0;
  };
}

async function respond(request: PackRequest, onBytes: OnBytes): Promise<PackReply> {
  if (request.kind === 'read') return { entries: await readPack(sourceOf(request.file)) };
  if (request.kind === 'hash') return { digest: await hash(request.bytes, onBytes) };
  const { userId, files, handle } = request;
  if (handle !== null) {
    await writeInto(handle, (write) => writePack(userId, files, { write, onBytes }));
    return { written: null };
  }
  const pieces: BlobPart[] = [];
  await writePack(userId, files, { write: (piece) => void pieces.push(piece), onBytes });
  // The browser has the chunks of the files on its disk: only the records between them are in memory.
  return { written: new Blob(pieces, { type: PACK_TYPE }) };
}

const sourceOf = (file: Blob) => ({
  sizeBytes: file.size,
  read: async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
});

async function hash(bytes: Blob, onBytes: OnBytes): Promise<string> {
  return hashBlob(bytes, onBytes).catch(() => {
    throw new PackError('unreadable');
  });
}

/** The file has its new content only if all of it was written. */
async function writeInto(
  handle: FileSystemFileHandle,
  work: (write: (piece: Blob | Uint8Array<ArrayBuffer>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const writable = await handle.createWritable();
  try {
    await work((piece) => writable.write(piece));
  } catch (error) {
    await writable.abort().catch(() => undefined);
    throw error;
  }
  await writable.close();
}

const sentences = {
  lost: 'A downloaded file is no longer complete on this device. Nothing was saved. Check the files on the page Storage, then save again.',
  full: 'There is not enough space for this file. Downloaded files are safe. Free some space, or save the file to another place.',
  failed: 'The file could not be saved. Downloaded files are safe. Try again.',
} as const;

function sentenceOf(error: unknown): string {
  if (error instanceof FileLostError) return sentences.lost;
  if (error instanceof Error && error.name === 'QuotaExceededError') return sentences.full;
  return describeFailure(error, sentences.failed);
}
