import * as v from 'valibot';
import { cachedFileUrl } from '../cache/cached-file-url.ts';

const Reply = v.object({ sha256: v.nullable(v.string()) });

/** Many times the duration for the largest file: the caller holds a lock that downloads wait for. */
const TIMEOUT_MS = 60_000;

/** Returns the SHA-256 of a cached file in base64, or null when the file is not complete. */
export type HashFile = (userId: string, fileId: string, signal: AbortSignal) => Promise<string | null>;

/**
 * Hashes a cached file in a worker of its own, which ends with the file or with `signal`.
 * Rejects when the worker does not start, does not reply or cannot read the file.
 */
export const hashInWorker: HashFile = (userId, fileId, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../../worker/hash-worker.ts', import.meta.url), { type: 'module' });
    const timer = setTimeout(
      () => end(() => reject(new Error('The worker that hashes files does not respond'))),
      TIMEOUT_MS,
    );
    const stop = () => {
      clearTimeout(timer);
      worker.terminate();
      reject(signal.reason);
    };
    const end = (complete: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      worker.terminate();
      complete();
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const reply = v.safeParse(Reply, data);
      end(() =>
        reply.success ? resolve(reply.output.sha256) : reject(new Error('A cached file cannot be read')),
      );
    };
    worker.onerror = () => end(() => reject(new Error('The worker that hashes files failed')));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    worker.postMessage(cachedFileUrl(userId, fileId));
  });
