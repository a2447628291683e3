import { sha256 } from '@noble/hashes/sha2.js';
import { chunkCount, readEntry } from './cache-entry.ts';
import { CachedFile } from './media-cache.ts';

/**
 * Computes the SHA-256, in base64, of a file in the media cache. Reads one chunk at a time, so a large video
 * needs no more memory than a small one; computes in JavaScript because the browser's own digest needs the
 * whole file in memory. Runs in a worker (pwa/worker/hash-worker.ts). Returns null when the file is not
 * complete.
 */
export async function hashCachedFile(userId: string, fileId: string): Promise<string | null> {
  const cachedFile = new CachedFile(userId, fileId);
  const stored = await cachedFile.match();
  const entry = stored === undefined ? null : readEntry(stored);
  if (entry?.isWhole !== true) return null;
  const hash = sha256.create();
  for (let index = 0; index < chunkCount(entry); index += 1) {
    const chunk = await cachedFile.readChunk(index);
    if (chunk === null) return null;
    hash.update(new Uint8Array(await chunk.arrayBuffer()));
  }
  return toBase64(hash.digest());
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
