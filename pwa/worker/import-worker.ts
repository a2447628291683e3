/**
 * A dedicated worker that reads a chosen course file, so the page never blocks. It sends and stores nothing: the page
 * shows what it read and stores it if the user wants it.
 */

import { CourseFileError } from '#interchange/course-file/course-file-error.ts';
import { readImport } from '../sync/imports/read-import.ts';

declare const self: DedicatedWorkerGlobalScope;

// The page learns from it that the worker was loaded.
self.postMessage({ isReady: true });

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data instanceof Blob) void reply(data);
});

async function reply(chosen: Blob): Promise<void> {
  try {
    self.postMessage({ read: await readImport(chosen) });
  } catch (error) {
    self.postMessage({ problem: error instanceof CourseFileError ? error.problem : 'damaged' });
  }
}
