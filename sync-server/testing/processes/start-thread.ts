import { Worker } from 'node:worker_threads';
import type { ThreadName } from '#sync-server/threads/start-thread.ts';
import { programFile } from './program.ts';

/** Replaces `threads/start-thread.ts` in the server's tests: sources need a loader, which takes most of the time of a start. */
export const startThread = (name: ThreadName, data: object = {}): Worker =>
  new Worker(programFile(name), { workerData: data });
