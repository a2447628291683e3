import { type CacheEntry, chunkCount, digestOf, readEntry } from '../cache/cache-entry.ts';
import { CachedFile } from '../cache/media-cache.ts';

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
  const cachedFile = new CachedFile(userId, fileId);
  const stored = await cachedFile.match();
  if (stored === undefined) return 'missing';
  const entry = readEntry(stored);
  if (entry === null) return 'damaged';
  if (!entry.isWhole) return 'partial';
  const bytes = await readChunks(cachedFile, entry);
  return bytes?.size === expected.sizeBytes ? 'whole' : 'damaged';
}

/**
 * Reads a just downloaded file and compares it with the server's hash. Returns its hash, the server's or
 * otherwise the computed one, so a later change is noticed either way.
 */
export async function verifyReceived(
  cachedFile: CachedFile,
  entry: CacheEntry,
): Promise<{ readonly isDamaged: boolean; readonly sha256: string | null }> {
  const bytes = await readChunks(cachedFile, entry);
  if (bytes === null) return { isDamaged: true, sha256: null };
  const expected = digestOf(entry.headers);
  const actual = await computeDigest(bytes);
  const isDamaged = expected !== null && actual !== null && actual !== expected;
  return { isDamaged, sha256: expected ?? actual };
}

/** Returns all chunks as one; null if one is missing or has the wrong length. */
async function readChunks(cachedFile: CachedFile, entry: CacheEntry): Promise<Blob | null> {
  const chunks: Blob[] = [];
  for (let index = 0; index < chunkCount(entry); index += 1) {
    const chunk = await cachedFile.readChunk(index);
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
