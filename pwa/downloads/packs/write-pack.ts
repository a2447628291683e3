import { crc32 } from '#interchange/archive/crc32.ts';
import {
  dataDescriptor,
  directory,
  localHeader,
  type WrittenEntry,
} from '#interchange/media-pack/zip-records.ts';
import { chunkCount, readEntry } from '../cache/cache-entry.ts';
import { CachedFile } from '../cache/media-cache.ts';
import type { PackedFile } from './pack-messages.ts';

/** Where a pack is written, piece by piece. */
export type WritePiece = (piece: Blob | Uint8Array<ArrayBuffer>) => Promise<void> | void;

/** A file was removed from this device, or changed, since the pack was planned. */
export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

interface Writing {
  readonly write: WritePiece;
  /** Called with the bytes of files that were written since the last call. */
  readonly onBytes: (bytes: number) => void;
}

/** Writes a pack of these downloaded files of a user. One chunk at a time is in memory. Throws FileLostError. */
export async function writePack(
  userId: string,
  files: readonly PackedFile[],
  { write, onBytes }: Writing,
): Promise<void> {
  const entries: WrittenEntry[] = [];
  let offset = 0;
  const add = async (piece: Blob | Uint8Array<ArrayBuffer>) => {
    await write(piece);
    offset += piece instanceof Blob ? piece.size : piece.length;
  };
  for (const file of files) {
    const { name, sizeBytes } = file;
    const begin = offset;
    await add(localHeader(file));
    const from = offset;
    let checksum = 0;
    for await (const chunk of readChunks(userId, file)) {
      checksum = crc32(new Uint8Array(await chunk.arrayBuffer()), checksum);
      await add(chunk);
      onBytes(chunk.size);
    }
    if (offset - from !== sizeBytes) throw new FileLostError('A downloaded file has another size');
    const entry = { name, sizeBytes, crc32: checksum, offset: begin };
    entries.push(entry);
    await add(dataDescriptor(entry));
  }
  for (const piece of directory(entries, offset)) await add(piece);
}

async function* readChunks(userId: string, { fileId }: PackedFile): AsyncGenerator<Blob> {
  const cachedFile = new CachedFile(userId, fileId);
  const stored = await cachedFile.match();
  const entry = stored === undefined ? null : readEntry(stored);
  if (entry?.isWhole !== true) throw new FileLostError('A downloaded file is missing');
  for (let index = 0; index < chunkCount(entry); index += 1) {
    const chunk = await cachedFile.readChunk(index);
    if (chunk === null) throw new FileLostError('A chunk of a downloaded file is missing');
    yield chunk;
  }
}
