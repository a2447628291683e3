/**
 * A dedicated worker that reads what was chosen for an import, so the page never blocks. It sends and stores nothing: the
 * page shows what it read and stores it if the user wants it.
 */

import * as v from 'valibot';
import { preloadFormats } from '#interchange/import/formats.ts';
import { ImportError } from '#interchange/import/import-error.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { parseChosen } from '../sync/imports/parse-chosen.ts';
import { readImport } from '../sync/imports/read-import.ts';

declare const self: DedicatedWorkerGlobalScope;

const unreadable = new ImportError('unreadable').message;
const Preload = v.object({ kind: v.literal('preload') });

/** At most so often. */
const PROGRESS_EVERY_MS = 100;

// The page learns from it that the worker was loaded.
self.postMessage({ isReady: true });

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void (v.is(Preload, data) ? preload() : reply(data));
});

/** Loads the readers of all formats and names the files of the worker, for the cache of the service worker. */
async function preload(): Promise<void> {
  await preloadFormats().catch(() => undefined);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  self.postMessage({ paths: [self.location.pathname, ...loaded] });
}

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
