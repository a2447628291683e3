import * as v from 'valibot';
import { preloadFormats } from '#interchange/import/formats.ts';
import { ImportError } from '#interchange/import/import-error.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { parseChosen } from '../sync/imports/parse-chosen.ts';
import { readImport } from '../sync/imports/read-import.ts';
import { divideRead } from '../sync/imports/read-parts.ts';

/** The scope of a worker, as far as it is used here. */
export interface ImportPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

const unreadable = new ImportError('unreadable').message;
const Preload = v.object({ kind: v.literal('preload') });

/** At most so often. */
const PROGRESS_EVERY_MS = 100;

/** Reads what the page sends, and replies with its progress and with what was read, or with a sentence for users. */
export function serveImports(port: ImportPort): void {
  // The page learns from it that the worker was loaded.
  port.postMessage({ isReady: true });
  port.addEventListener('message', ({ data }) => {
    void (v.is(Preload, data) ? preload(port) : reply(port, data));
  });
}

/** Loads the readers of all formats and names the files of the worker, for the cache of the service worker. */
async function preload(port: ImportPort): Promise<void> {
  await preloadFormats().catch(() => undefined);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  port.postMessage({ paths: [globalThis.location.pathname, ...loaded] });
}

async function reply(port: ImportPort, data: unknown): Promise<void> {
  let reportedAt = 0;
  const onProgress = (share: number) => {
    if (Date.now() - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = Date.now();
    port.postMessage({ share });
  };
  try {
    const { parts, rest } = divideRead(await readImport(parseChosen(data), onProgress));
    for (const part of parts) port.postMessage({ part });
    port.postMessage({ rest });
  } catch (error) {
    port.postMessage({ problem: describeFailure(error, unreadable) });
  }
}
