import * as v from 'valibot';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { PackReply, type PackRequest } from './pack-messages.ts';

/** Without any sign of the worker for so long, it is given up. */
const SILENCE_MS = 60_000;

type Result = Exclude<PackReply, { bytes: number } | { problem: string }>;

interface Asking {
  readonly signal: AbortSignal;
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Lets a worker of its own do something with a pack; it ends with the reply or with `signal`.
 *
 * @throws {UserFacingError} a sentence for users
 * @throws the reason of `signal`
 */
export function askPackWorker(request: PackRequest, { signal, onBytes }: Asking): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>;
  let stop = () => {};
  const worker = new Worker(new URL('../../worker/pack-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Result>((resolve, reject) => {
    stop = () => reject(signal.reason);
    const fail = () => reject(new UserFacingError(NO_WORKER));
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(fail, SILENCE_MS);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    wait();
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      wait();
      const reply = v.safeParse(PackReply, data);
      if (!reply.success) fail();
      else if ('bytes' in reply.output) onBytes?.(reply.output.bytes);
      else if ('problem' in reply.output) reject(new UserFacingError(reply.output.problem));
      else resolve(reply.output);
    };
    worker.postMessage(request);
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    worker.terminate();
  });
}

const NO_WORKER = 'This browser stopped working on the file. Downloaded files are safe. Try again.';
