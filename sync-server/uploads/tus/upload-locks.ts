import type { Lock, Locker, RequestRelease } from '@tus/server';
import { ApiError } from '#sync-server/http/reply/api-error.ts';

/** A new request does not wait longer than this for the holder to release the lock. */
const LOCK_TIMEOUT_MS = 10_000;

interface Held {
  /** Requests the holder to end: its connection is most likely dead. */
  readonly requestRelease: RequestRelease;
  readonly released: Promise<void>;
  readonly release: () => void;
}

/**
 * Allows one request at a time for each upload. A later one requests the earlier one to release the lock, so
 * an upload can continue although the server has not noticed yet that the old connection is dead. Within one
 * process only; two that write the same upload write the same bytes, and its digest is verified at the end.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.#acquire(id, { signal, requestRelease }),
      unlock: async () => {
        this.#held.get(id)?.release();
        this.#held.delete(id);
      },
    };
  }

  /** Throws ApiError 423 when the lock cannot be acquired. */
  async #acquire(id: string, { signal, requestRelease }: LockRequest): Promise<void> {
    const timeout = waitFor(LOCK_TIMEOUT_MS, signal);
    try {
      for (let held = this.#held.get(id); held !== undefined; held = this.#held.get(id)) {
        await held.requestRelease();
        const isOver = await Promise.race([held.released.then(() => false), timeout.over]);
        if (isOver) throw new ApiError('upload_busy');
      }
    } finally {
      timeout.stop();
    }
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held.set(id, { requestRelease, released, release });
  }
}

interface LockRequest {
  readonly signal: AbortSignal;
  readonly requestRelease: RequestRelease;
}

/** Resolves to true at the timeout or the end of the request; `stop` cancels both. */
function waitFor(ms: number, signal: AbortSignal) {
  const ended = new AbortController();
  const over = new Promise<boolean>((resolve) => {
    const end = () => resolve(true);
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { signal: ended.signal });
    ended.signal.addEventListener('abort', () => clearTimeout(timer));
    if (signal.aborted) end();
  });
  return { over, stop: () => ended.abort() };
}
