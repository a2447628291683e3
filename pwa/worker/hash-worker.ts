/**
 * A dedicated worker that hashes files of the media cache, so the page never blocks. It sends and stores
 * nothing: the page compares the hash and acts on it.
 */

import { parseCachedPath } from '../downloads/cache/cached-file-url.ts';
import { hashCachedFile } from '../downloads/cache/hash-cached-file.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const address = typeof data === 'string' ? parseCachedPath(data) : null;
  if (address !== null) void reply(address.userId, address.fileId);
});

async function reply(userId: string, fileId: string): Promise<void> {
  try {
    self.postMessage({ sha256: await hashCachedFile(userId, fileId) });
  } catch {
    // The page receives a read error, which says nothing about the file's bytes.
    self.postMessage({ isUnreadable: true });
  }
}
