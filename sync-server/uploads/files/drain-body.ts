import type { Readable } from 'node:stream';

/** Beyond either of these limits the connection may be cut. */
const DISCARDED_MAX_BYTES = 64 * 1024 * 1024;
const DISCARDING_MAX_MS = 20_000;

/**
 * Drains what is left of a rejected body, within limits: browsers send the whole body before they read the
 * reply, and lose the error message when the connection is cut. Resolves at the end of the body, when its
 * client disconnects, or when a limit is reached.
 */
export function drainBody(body: Readable): Promise<void> {
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
