/**
 * A dedicated worker that reads what was chosen for an import, so the page never blocks. It sends and stores nothing: the
 * page shows what it read and stores it if the user wants it.
 */

import { ImportError } from '#interchange/import/import-error.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { parseChosen } from '../sync/imports/parse-chosen.ts';
import { readImport } from '../sync/imports/read-import.ts';

declare const self: DedicatedWorkerGlobalScope;

const unreadable = new ImportError('unreadable').message;
/** At most so often. */
const PROGRESS_EVERY_MS = 100;

// The page learns from it that the worker was loaded.
self.postMessage({ isReady: true });

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => void reply(data));

async function reply(data: unknown): Promise<void> {
  let reportedAt = 0;
  const onProgress = (share: number) => {
    if (Date.now() - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = Date.now();
    self.postMessage({ share });
  };
  try {
    self.postMessage({ read: await readImport(parseChosen(data), onProgress) });
  } catch (error) {
    self.postMessage({ problem: describeFailure(error, unreadable) });
  }
}
