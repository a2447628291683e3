import type { Readable } from 'node:stream';

/** Past either of these the connection may as well be cut. */
const DISCARDED_MAX_BYTES = 64 * 1024 * 1024;
const DISCARDING_MAX_MS = 20_000;

/**
 * Reads what is left of a refused body and throws it away, within reason: browsers send to the end before
 * they read an answer, and a connection that is cut before that loses them the sentence. Resolves at the
 * end of the body, when its client goes away, or when it takes too much or too long.
 */
export function discardRest(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DISCARDED_MAX_BYTES) end();
    };
    const end = () => {
      clearTimeout(timer);
      body.off('data', onData);
      for (const event of ['end', 'error', 'close']) body.off(event, end);
      body.pause();
      resolve();
    };
    const timer = setTimeout(end, DISCARDING_MAX_MS);
    for (const event of ['end', 'error', 'close']) body.on(event, end);
    body.on('data', onData);
    body.resume();
  });
}
