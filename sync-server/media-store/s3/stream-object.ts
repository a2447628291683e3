import type { ByteRange } from '../byte-range.ts';
import { StoreUnavailableError } from '../media-store.ts';
import type { Bucket } from './bucket.ts';

/**
 * Returns part of an object as a stream that reads only as fast as the client consumes it. Its request to the store
 * has succeeded when this resolves, so a missing object is detected while the status can still be chosen. A store
 * ends the connection of a client that pauses for long: the rest is then requested again.
 */
export async function streamObject(
  bucket: Bucket,
  key: string,
  range: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const { chunks, end } = await openChunks(bucket, key, range);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

async function openChunks(bucket: Bucket, key: string, { first, last }: ByteRange) {
  const body = last < first ? null : await bucket.get(key, { first, last });
  let isRead = false;
  const chunks = readChunks();
  const end = async () => {
    // A generator that has not begun ends without its last part.
    if (!isRead) body?.destroy();
    await chunks.return(undefined);
  };
  return { chunks, end };

  async function* readChunks(): AsyncGenerator<Uint8Array, undefined> {
    isRead = true;
    let position = first;
    for (let part = body; part !== null; ) {
      const startedAt = position;
      try {
        for await (const chunk of part) {
          // A store may send more than was requested.
          const wanted = chunk.subarray(0, last + 1 - position);
          position += wanted.length;
          if (wanted.length > 0) yield wanted;
        }
      } catch (error) {
        // Without a single byte since the last attempt, another one is no use.
        if (position === startedAt) throw new StoreUnavailableError(String(error), { cause: error });
      }
      if (position > last) return;
      if (position === startedAt)
        throw new StoreUnavailableError(`The store ended ${key} at byte ${position}`);
      part = await bucket.get(key, { first: position, last });
    }
  }
}
