import * as v from 'valibot';
import { ReadPart, ReadParts, ReadRest } from '#pwa/sync/imports/read-parts.ts';
import type { Chosen, ReadImport } from '#pwa/sync/imports/read-result.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { startImportWorker } from './import-worker.ts';

const Reply = v.union([
  v.object({ isReady: v.literal(true) }),
  v.object({ share: v.number() }),
  v.object({ problem: v.string() }),
  v.object({ part: ReadPart }),
  v.object({ rest: ReadRest }),
]);

interface Reading {
  readonly signal: AbortSignal;
  /** Called with the share that is done. */
  readonly onProgress: (share: number) => void;
}

/**
 * Reads what was chosen in a worker, so the page never blocks.
 *
 * @throws {UserFacingError} a sentence for users
 */
export async function readChosen(chosen: Chosen, reading: Reading): Promise<ReadImport> {
  const worker = await startImportWorker();
  if (worker === null) throw new UserFacingError(NOT_LOADED);
  return readIn(worker, chosen, reading);
}

const NOT_LOADED =
  'The reader of files is not on this device yet. Nothing was changed. Connect to the network once, and choose the file again.';
/** Without any progress for so long, the file is given up. */
const SILENCE_MS = 30_000;

function readIn(worker: Worker, chosen: Chosen, { signal, onProgress }: Reading): Promise<ReadImport> {
  const parts = new ReadParts();
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<ReadImport>((resolve, reject) => {
    const fail = () => reject(new UserFacingError(UNREADABLE));
    const giveUp = () => reject(new UserFacingError(TOO_SLOW));
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE_MS);
    };
    if (signal.aborted) return fail();
    signal.addEventListener('abort', fail, { once: true });
    wait();
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      wait();
      const reply = v.safeParse(Reply, data);
      if (!reply.success) fail();
      else if ('share' in reply.output) onProgress(reply.output.share);
      else if ('problem' in reply.output) reject(new UserFacingError(reply.output.problem));
      else if ('part' in reply.output) parts.add(reply.output.part);
      else if ('rest' in reply.output) resolve(parts.withRest(reply.output.rest));
    };
    worker.postMessage(chosen);
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

const TOO_SLOW =
  'Reading this file made no progress for 30 seconds and was stopped. Nothing was changed. Divide the course where it was made, and choose a part of it.';
const UNREADABLE = 'This file could not be read to its end. Choose it again.';
