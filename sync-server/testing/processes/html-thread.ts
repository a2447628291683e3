import { Worker } from 'node:worker_threads';
import { programFile } from './program.ts';

/** Replaces `courses/html-thread.ts` in the server's tests: sources need a loader, which takes most of the time of a start. */
export const startHtmlThread = (): Worker => new Worker(programFile('html-worker'));
