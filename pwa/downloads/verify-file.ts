import { chunkCount, digestOf, type KeptEntry, readEntry } from './kept-entry.ts';
import { Shelf } from './media-cache.ts';

/** A hash is made of a file as a whole, in memory; larger ones are judged by their length. */
const HASHED_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Compares the lengths of what really lies in the media cache for a file; `verify-bytes.ts` compares the bytes.
 * whole: every byte is here; partial: some are, and a download goes on behind them; missing: nothing is here;
 * damaged: it was whole once, and is not what it was.
 */
export async function verifyFile(
  userId: string,
  fileId: string,
  expected: { readonly sizeBytes: number },
): Promise<'whole' | 'partial' | 'missing' | 'damaged'> {
  const shelf = new Shelf(userId, fileId);
  const stored = await shelf.match();
  if (stored === undefined) return 'missing';
  const entry = readEntry(stored);
  if (entry !== null && !entry.isWhole) return 'partial';
  const bytes = entry === null ? await stored.blob() : await readChunks(shelf, entry);
  return bytes?.size === expected.sizeBytes ? 'whole' : 'damaged';
}

/**
 * Reads back a file that has just come and compares it with the server's hash. Returns its hash: the server's,
 * else the computed one, so that a later change is noticed either way.
 */
export async function verifyReceived(
  shelf: Shelf,
  entry: KeptEntry,
): Promise<{ readonly isDamaged: boolean; readonly sha256: string | null }> {
  const bytes = await readChunks(shelf, entry);
  if (bytes === null) return { isDamaged: true, sha256: null };
  const expected = digestOf(entry.headers);
  const actual = await computeDigest(bytes);
  const isDamaged = expected !== null && actual !== null && actual !== expected;
  return { isDamaged, sha256: expected ?? actual };
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

/** Null where it cannot be computed: browsers hash on https only, and only what fits into memory. */
async function computeDigest(bytes: Blob): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined || bytes.size > HASHED_MAX_BYTES) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await bytes.arrayBuffer()));
  return btoa(String.fromCharCode(...digest));
}
