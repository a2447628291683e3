import { chunkCount, digestOf, type KeptEntry, readEntry } from './kept-entry.ts';
import { Shelf } from './media-cache.ts';

/** A hash is made of a file as a whole, in memory; larger ones are judged by their length. */
const HASHED_MAX_BYTES = 256 * 1024 * 1024;

interface Expected {
  readonly sizeBytes: number;
  /** SHA-256 in base64: all bytes are read and compared too, which takes its time. */
  readonly sha256?: string | undefined;
}

/**
 * Reads what really lies in the media cache for a file.
 * whole: every byte is here; partial: some are, and a download goes on behind them; missing: nothing is here;
 * damaged: it was whole once, and is not what it was.
 */
export async function verifyFile(
  userId: string,
  fileId: string,
  expected: Expected,
): Promise<'whole' | 'partial' | 'missing' | 'damaged'> {
  const shelf = new Shelf(userId, fileId);
  const stored = await shelf.match();
  if (stored === undefined) return 'missing';
  const entry = readEntry(stored);
  if (entry !== null && !entry.isWhole) return 'partial';
  const bytes = entry === null ? await stored.blob() : await readChunks(shelf, entry);
  if (bytes === null || bytes.size !== expected.sizeBytes) return 'damaged';
  return (await matchesHash(bytes, expected.sha256 ?? null)) ? 'whole' : 'damaged';
}

/** Compares a file that has just come with what the server said of it. */
export async function isAsTold(shelf: Shelf, entry: KeptEntry): Promise<boolean> {
  const bytes = await readChunks(shelf, entry);
  return bytes !== null && (await matchesHash(bytes, digestOf(entry.headers)));
}

/** All chunks as one; null where one lacks or has another length than it should. */
async function readChunks(shelf: Shelf, entry: KeptEntry): Promise<Blob | null> {
  const chunks: Blob[] = [];
  for (let index = 0; index < chunkCount(entry); index += 1) {
    const chunk = await shelf.readChunk(index);
    const wanted = Math.min(entry.chunkBytes, entry.sizeBytes - index * entry.chunkBytes);
    if (chunk?.size !== wanted) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

/** True where there is nothing to compare with, or nothing to compare by: browsers hash on https only. */
async function matchesHash(bytes: Blob, sha256: string | null): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle;
  if (sha256 === null || subtle === undefined || bytes.size > HASHED_MAX_BYTES) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await bytes.arrayBuffer()));
  return btoa(String.fromCharCode(...digest)) === sha256;
}
