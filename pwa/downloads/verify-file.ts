import { chunkCount, digestOf, type KeptEntry, readEntry } from './kept-entry.ts';
import { Shelf } from './media-cache.ts';

/** A hash is computed of a whole file in memory; larger files are judged by their length. */
const HASHED_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Compares the lengths of the bytes in the media cache for a file; `verify-bytes.ts` compares the bytes.
 * whole: every byte is here; partial: some are, and a download resumes after them; missing: nothing is here;
 * damaged: it was complete once, and has changed.
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
 * Reads a just downloaded file and compares it with the server's hash. Returns its hash, the server's or
 * otherwise the computed one, so a later change is noticed either way.
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

/** Returns all chunks as one; null if one is missing or has the wrong length. */
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

/** Null if it cannot be computed: browsers hash on https only, and only what fits into memory. */
async function computeDigest(bytes: Blob): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined || bytes.size > HASHED_MAX_BYTES) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await bytes.arrayBuffer()));
  return btoa(String.fromCharCode(...digest));
}
