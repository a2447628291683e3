import { KEPT_FILE_MAX_BYTES } from '#schema/limits.ts';
import type { Download } from '../store/downloads.ts';
import { StorageFullError, StoreGoneError } from '../store/errors.ts';
import { type DownloadRows, storedRows } from './download-rows.ts';
import { fetchFile } from './fetch-file.ts';
import {
  deleteMediaCache,
  hasMediaCache,
  MediaFullError,
  removeFile,
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

interface KeepOptions {
  readonly signal?: AbortSignal;
  readonly rows?: DownloadRows;
}

interface Run {
  readonly userId: string;
  readonly rows: DownloadRows;
  readonly signal: AbortSignal;
}

/**
 * Brings a course's own files onto the device, as far as they are small enough, and notes for each file
 * whether it is really here. What is here stays untouched; what is missing is tried again by the next
 * call. A file that fails rejects nothing: its row says `missing`; a full disk ends the run.
 * Stops silently when `signal` fires, the files are being removed or the person signs out.
 */
export async function keepFiles(
  userId: string,
  files: readonly WantedFile[],
  { signal, rows = storedRows(userId) }: KeepOptions = {},
): Promise<void> {
  try {
    await withMediaLock(userId, { mode: 'wait', signal }, (either) => {
      const once = [...new Map(files.map((file) => [file.fileId, file])).values()];
      return bringAll({ userId, rows, signal: either }, once);
    });
  } catch (error) {
    if (!(error instanceof StoreGoneError || error instanceof StorageFullError)) throw error;
  }
}

async function bringAll(run: Run, files: readonly WantedFile[]): Promise<void> {
  const wanted = await listMissing(run, files);
  const lane = async () => {
    for (let file = wanted.shift(); file !== undefined && !run.signal.aborted; file = wanted.shift()) {
      const isFull = await bring(run, file);
      if (isFull) wanted.length = 0;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, lane));
}

/** Writes down what is here and what is not, and answers the files worth fetching, small ones first. */
async function listMissing(run: Run, files: readonly WantedFile[]): Promise<WantedFile[]> {
  const known = new Map((await run.rows.list()).map((row) => [row.fileId, row]));
  const missing: WantedFile[] = [];
  for (const file of files) {
    const isKept = (await storedSize(run.userId, file.fileId)) === file.sizeBytes;
    const row = rowOf(file, isKept ? 'kept' : 'missing');
    if (!run.signal.aborted && !isSameRow(known.get(file.fileId), row)) await run.rows.put(row);
    if (!isKept && file.sizeBytes <= KEPT_FILE_MAX_BYTES) missing.push(file);
  }
  return hasMediaCache() ? missing.sort((a, b) => a.sizeBytes - b.sizeBytes) : [];
}

/** Answers whether the device turned out to be full. */
async function bring({ userId, rows, signal }: Run, file: WantedFile): Promise<boolean> {
  try {
    await requireRoom(file.sizeBytes);
    const bytes = await fetchFile({ url: file.url, sizeBytes: file.sizeBytes, signal });
    if (signal.aborted) return false;
    rows.requireOwner();
    await storeFile(userId, file.fileId, bytes);
    await rows.put(rowOf(file, 'kept'));
    return false;
  } catch (error) {
    // Signed out while the bytes were being stored: leave no trace behind the one who cleaned up.
    if (error instanceof StoreGoneError) await deleteMediaCache(userId);
    // Else the row already says `missing`, which is true, and the next call tries again.
    return isEndOfRun(error);
  }
}

function isEndOfRun(error: unknown): boolean {
  return (
    error instanceof MediaFullError || error instanceof StorageFullError || error instanceof StoreGoneError
  );
}

function rowOf(file: WantedFile, state: Download['state']): Download {
  const { fileId, courseId, lessonId, kind, title, sizeBytes } = file;
  return { fileId, courseId, lessonId, kind, title, sizeBytes, state, checkedAt: new Date().toISOString() };
}

/** Writing what is already known would only make every screen that watches look again. */
function isSameRow(known: Download | undefined, row: Download): boolean {
  if (known === undefined) return false;
  const { courseId, lessonId, title, sizeBytes, state } = row;
  return (
    known.courseId === courseId &&
    known.lessonId === lessonId &&
    known.title === title &&
    known.sizeBytes === sizeBytes &&
    known.state === state
  );
}

/**
 * Reads what really lies in the media cache and corrects the rows by it, so that "on this device" is
 * never more hopeful than the bytes. Leaves it to a download that is running, which does the same.
 */
export async function verifyKeptFiles(
  userId: string,
  rows: DownloadRows = storedRows(userId),
): Promise<void> {
  await withMediaLock(userId, { mode: 'ifFree' }, async (signal) => {
    for (const row of await rows.list()) {
      const isKept = (await storedSize(userId, row.fileId)) === row.sizeBytes;
      const state = isKept ? 'kept' : 'missing';
      if (signal.aborted) return;
      if (state !== row.state) await rows.put({ ...row, state, checkedAt: new Date().toISOString() });
    }
  });
}

/** Removes kept files, and what is known of them, but those of `wanted`. Leaves it to the next call while a download runs. */
export async function removeFilesBut(
  userId: string,
  wanted: ReadonlySet<string>,
  rows: DownloadRows = storedRows(userId),
): Promise<void> {
  await withMediaLock(userId, { mode: 'ifFree' }, async (signal) => {
    for (const { fileId } of await rows.list()) {
      if (wanted.has(fileId) || signal.aborted) continue;
      await removeFile(userId, fileId);
      await rows.remove(fileId);
    }
  });
}

/** Stops every download of this person in every tab, then deletes their files from the device. */
export async function removeKeptFiles(userId: string): Promise<void> {
  await callOffAndRun(userId, () => deleteMediaCache(userId));
}
