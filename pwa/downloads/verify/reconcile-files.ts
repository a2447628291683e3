import type { Download } from '#pwa/store/database/rows.ts';
import { CachedFile } from '../cache/media-cache.ts';
import { withMediaLock } from '../cache/media-lock.ts';
import type { CourseFile } from '../plans/course-files.ts';
import { type DownloadRows, storedRows } from '../plans/download-rows.ts';
import { rowOf } from '../plans/file-notes.ts';
import { verifyFile } from './verify-file.ts';

interface ReconcileContext {
  readonly userId: string;
  readonly rows: DownloadRows;
  readonly signal: AbortSignal;
}

/** Records which of these files are here and which are not; returns the ids of those that are. */
export async function reconcileFiles({
  userId,
  rows,
  signal,
  files,
}: ReconcileContext & { readonly files: readonly CourseFile[] }): Promise<string[]> {
  if (files.length === 0) return [];
  const known = new Map((await rows.list()).map((row) => [row.fileId, row]));
  const here: string[] = [];
  for (const file of files) {
    const before = known.get(file.fileId);
    const isHere = await isWhole(userId, file);
    if (isHere) here.push(file.fileId);
    const row = noteOf(file, isHere ? 'kept' : 'missing', before);
    if (!signal.aborted && !isSameRow(before, row)) await rows.put(row);
  }
  return here;
}

/** The other fields of a file's record are valid as long as its state is. */
function noteOf(file: CourseFile, state: Download['state'], before: Download | undefined): Download {
  const row = rowOf(file, state);
  return before?.state === state && before.sizeBytes === row.sizeBytes ? { ...before, ...row } : row;
}

/** Writing an unchanged row would only re-run the queries of every screen that watches it. */
function isSameRow(before: Download | undefined, row: Download): boolean {
  const contentOf = ({ checkedAt: _, ...rest }: Download) => JSON.stringify(Object.entries(rest).sort());
  return before !== undefined && contentOf(before) === contentOf(row);
}

/**
 * Removes downloaded files, and their records, that no offline course shows any more; a file that was
 * replaced on the server stays until its replacement is complete.
 */
export async function dropUnlisted({
  userId,
  rows,
  signal,
  listed,
}: ReconcileContext & { readonly listed: readonly CourseFile[] }): Promise<void> {
  const ids = new Set(listed.map(({ fileId }) => fileId));
  const known = await rows.list();
  const here = new Set(known.filter(({ state }) => state === 'kept').map(({ fileId }) => fileId));
  const isAwaited = ({ lessonId, kind }: Download) =>
    listed.some((file) => file.lessonId === lessonId && file.kind === kind && !here.has(file.fileId));
  for (const row of known) {
    if (ids.has(row.fileId) || signal.aborted || (here.has(row.fileId) && isAwaited(row))) continue;
    await new CachedFile(userId, row.fileId).remove();
    await rows.remove(row.fileId);
  }
}

/**
 * Reads the media cache and corrects the rows by it, so "on this device" never claims more than the bytes.
 * Skipped while a download runs, which does the same.
 */
export async function reconcileDownloads(
  userId: string,
  rows: DownloadRows = storedRows(userId),
): Promise<void> {
  await withMediaLock(userId, { mode: 'ifFree' }, async (signal) => {
    for (const row of await rows.list()) {
      const isHere = await isWhole(userId, row);
      const state = isHere ? 'kept' : 'missing';
      if (signal.aborted) return;
      if (state !== row.state) await rows.put({ ...row, state, checkedAt: new Date().toISOString() });
    }
  });
}

/** By length only: the bytes were compared with their hash when they were downloaded. */
async function isWhole(userId: string, { fileId, sizeBytes }: Pick<Download, 'fileId' | 'sizeBytes'>) {
  return (await verifyFile(userId, fileId, { sizeBytes })) === 'whole';
}
