import * as v from 'valibot';
import { CourseOutline, FileDigest } from '#interchange/course-file/course-file.ts';
import { CourseFileError, CourseFileProblem } from '#interchange/course-file/course-file-error.ts';
import { type ReadImport, readImport } from '#pwa/sync/imports/read-import.ts';

const PackedFile = v.object({ type: v.string(), sizeBytes: v.number(), offset: v.number() });
const Picture = v.object({ type: v.string(), bytes: v.instance(Uint8Array) });
const Reply = v.union([
  v.object({ isReady: v.literal(true) }),
  v.object({ problem: CourseFileProblem }),
  v.object({
    read: v.object({
      outline: CourseOutline,
      digest: FileDigest,
      texts: v.map(v.string(), v.string()),
      files: v.map(FileDigest, PackedFile),
      pictures: v.map(FileDigest, Picture),
      captions: v.map(FileDigest, v.string()),
    }),
  }),
]);

/**
 * Reads a chosen course file in a worker; in the page where the worker cannot be loaded, as on a device that went
 * offline before it ever imported.
 *
 * @throws {CourseFileError} a sentence for users
 */
export async function readChosen(chosen: File, signal: AbortSignal): Promise<ReadImport> {
  const worker = await startWorker();
  return worker === null ? readImport(chosen) : readIn(worker, chosen, signal);
}

/** Null when it cannot be loaded. */
function startWorker(): Promise<Worker | null> {
  if (typeof Worker === 'undefined') return Promise.resolve(null);
  return new Promise((resolve) => {
    const worker = new Worker(new URL('../../worker/import-worker.ts', import.meta.url));
    worker.onmessage = () => resolve(worker);
    worker.onerror = () => resolve(null);
  });
}

/** Without a reply for so long, the file is given up. */
const SILENCE_MS = 30_000;

function readIn(worker: Worker, chosen: File, signal: AbortSignal): Promise<ReadImport> {
  return new Promise<ReadImport>((resolve, reject) => {
    const fail = () => reject(new CourseFileError('unreadable'));
    const timer = setTimeout(fail, SILENCE_MS + chosen.size / BYTES_PER_MS);
    if (signal.aborted) return fail();
    signal.addEventListener('abort', fail, { once: true });
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      const reply = v.safeParse(Reply, data);
      if (!reply.success || 'isReady' in reply.output) return fail();
      if ('problem' in reply.output) reject(new CourseFileError(reply.output.problem));
      else resolve(reply.output.read);
    };
    worker.postMessage(chosen);
  }).finally(() => worker.terminate());
}

/** A slow phone reads and hashes at least so much. */
const BYTES_PER_MS = 5_000;
