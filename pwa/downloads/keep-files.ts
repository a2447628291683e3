import { KEPT_FILE_MAX_BYTES } from '#schema/limits.ts';
import type { DownloadRow, DownloadRows } from './download-rows.ts';
import { fetchFile } from './fetch-file.ts';
import {
  deleteMediaCache,
  hasMediaCache,
  MediaFullError,
  requireRoom,
  storedSize,
  storeFile,
} from './media-cache.ts';
import { callOffAndRun, withMediaLock } from './media-lock.ts';

const PARALLEL_DOWNLOADS = 2;

/** A file of our own that belongs to a lesson. */
export interface WantedFile {
  readonly fileId: string;
  /** Its signed address, below /media. */
  readonly url: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly kind: 'video' | 'resource';
  readonly title: string;
  readonly sizeBytes: number;
}

interface Run {
  readonly userId: string;
  readonly rows: DownloadRows;
  readonly signal: AbortSignal;
}

/**
 * Brings a lesson's own files onto the device, as far as they are small enough, and notes for each file
 * whether it is really here. What is here stays untouched; what is missing is tried again by the next
 * call. A failed file never rejects: its row says `missing`, and a full disk ends the run.
 * Stops silently when `signal` fires or the files are being removed.
 */
export async function keepFiles(
  userId: string,
  files: readonly WantedFile[],
  options: { readonly rows: DownloadRows; readonly signal?: AbortSignal },
): Promise<void> {
  const { rows } = options;
  await withMediaLock(userId, { mode: 'wait', signal: options.signal }, async (signal) => {
    const run: Run = { userId, rows, signal };
    const wanted = await listMissing(run, [...new Map(files.map((file) => [file.fileId, file])).values()]);
    const lane = async () => {
      for (let file = wanted.shift(); file !== undefined && !signal.aborted; file = wanted.shift()) {
        const isFull = await bring(run, file);
        if (isFull) wanted.length = 0;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, lane));
  });
}

/** Writes down what is here and what is not, and answers the files worth fetching, small ones first. */
async function listMissing(run: Run, files: readonly WantedFile[]): Promise<WantedFile[]> {
  const missing: WantedFile[] = [];
  for (const file of files) {
    const isKept = (await storedSize(run.userId, file.fileId)) === file.sizeBytes;
    await note(run, file, isKept ? 'kept' : 'missing');
    if (!isKept && file.sizeBytes <= KEPT_FILE_MAX_BYTES) missing.push(file);
  }
  return hasMediaCache() ? missing.sort((a, b) => a.sizeBytes - b.sizeBytes) : [];
}

/** Answers whether the device turned out to be full. */
async function bring(run: Run, file: WantedFile): Promise<boolean> {
  try {
    await requireRoom(file.sizeBytes);
    const bytes = await fetchFile({ url: file.url, sizeBytes: file.sizeBytes, signal: run.signal });
    if (run.signal.aborted) return false;
    await storeFile(run.userId, file.fileId, bytes);
    await note(run, file, 'kept');
    return false;
  } catch (error) {
    // The row already says `missing`, which is true; the next call tries again.
    return error instanceof MediaFullError;
  }
}

async function note({ rows, signal }: Run, file: WantedFile, state: DownloadRow['state']): Promise<void> {
  if (signal.aborted) return;
  const { fileId, courseId, lessonId, kind, title, sizeBytes } = file;
  const checkedAt = new Date().toISOString();
  await rows.put({ fileId, courseId, lessonId, kind, title, sizeBytes, state, checkedAt });
}

/**
 * Reads what really lies in the media cache and corrects the rows by it, so that "on this device" is
 * never more hopeful than the bytes. Leaves it to a download that is running, which does the same.
 */
export async function verifyKeptFiles(userId: string, rows: DownloadRows): Promise<void> {
  await withMediaLock(userId, { mode: 'ifFree' }, async (signal) => {
    for (const row of await rows.list()) {
      const isKept = (await storedSize(userId, row.fileId)) === row.sizeBytes;
      const state = isKept ? 'kept' : 'missing';
      if (signal.aborted) return;
      if (state !== row.state) await rows.put({ ...row, state, checkedAt: new Date().toISOString() });
    }
  });
}

/** Stops every download of this person in every tab, then deletes their files from the device. */
export async function removeKeptFiles(userId: string): Promise<void> {
  await callOffAndRun(userId, () => deleteMediaCache(userId));
}
