import type { CacheEntry } from '../downloads/cache/cache-entry.ts';
import type { CachedFile } from '../downloads/cache/media-cache.ts';
import type { ByteRange } from './byte-range.ts';

/**
 * Streams a part of a file from its chunks, one in memory at a time and only as fast as the player reads
 * them. A chunk that the browser has evicted meanwhile ends it with an error, never with other bytes.
 */
export function streamChunks(
  cachedFile: CachedFile,
  { chunkBytes }: CacheEntry,
  { start, end }: ByteRange,
): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const index = Math.floor(at / chunkBytes);
        const chunk = await cachedFile.readChunk(index);
        const first = at - index * chunkBytes;
        const part = chunk?.slice(first, Math.min(chunkBytes, end + 1 - index * chunkBytes));
        if (part === undefined || part.size === 0) throw new Error('A chunk of this file was removed');
        controller.enqueue(new Uint8Array(await part.arrayBuffer()));
        at += part.size;
        if (at > end) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
