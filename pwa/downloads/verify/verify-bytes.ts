import type { Download } from '#pwa/store/database/rows.ts';
import { CachedFile } from '../cache/media-cache.ts';
import { withMediaLock } from '../cache/media-lock.ts';
import { type DownloadRows, storedRows } from '../plans/download-rows.ts';
import { type HashFile, hashInWorker } from './hash-in-worker.ts';
import { verifyFile } from './verify-file.ts';
import { listDueFiles } from './verify-schedule.ts';

/*
 * A file whose bytes changed at the same length looks complete. Only its hash shows the change: the server's
 * if it sent one, otherwise the one computed after the download.
 */

export interface VerifyPorts {
  readonly rows: DownloadRows;
  readonly hash: HashFile;
}

export interface VerifyResult {
  readonly files: number;
  readonly damaged: number;
}

interface DuePorts extends Partial<VerifyPorts> {
  readonly now?: () => Date;
  readonly uncleanEndAt: string | null;
  /** Resolves to true when the page is idle, and to false when it is not visible: the run then ends. */
  readonly untilIdle: () => Promise<boolean>;
}

/**
 * Verifies the bytes of the files that are due, one at a time. Each result is stored before the next file
 * starts, so a killed run continues where it was. Ends early when the page is no longer idle or visible, and
 * while a download works on the files; an unreadable file is left for the next run.
 */
export async function verifyDueFiles(
  userId: string,
  { rows = storedRows(userId), hash = hashInWorker, now = () => new Date(), ...occasion }: DuePorts,
): Promise<VerifyResult & { readonly isFinished: boolean }> {
  const result = { files: 0, damaged: 0 };
  const unreadable = new Set<string>();
  for (;;) {
    const due = listDueFiles(await rows.list(), { now: now(), uncleanEndAt: occasion.uncleanEndAt });
    const next = due.find(({ fileId }) => !unreadable.has(fileId));
    if (next === undefined) return { ...result, isFinished: due.length === 0 };
    if (!(await occasion.untilIdle())) return { ...result, isFinished: false };
    const outcome = await withMediaLock(userId, { mode: 'ifFree' }, (signal) =>
      verifyOne(userId, next.fileId, { rows, hash, now, signal }),
    );
    if (outcome === undefined) return { ...result, isFinished: false };
    if (outcome === 'unreadable') unreadable.add(next.fileId);
    else result.files += 1;
    if (outcome === 'damaged') result.damaged += 1;
  }
}

export interface RequestedResult extends VerifyResult {
  /** Files that could not be read or hashed: they may be intact, and stay. */
  readonly unreadable: number;
}

/**
 * Verifies the bytes of every cached file at the user's request. Returns null when another tab or a download
 * works on the files.
 */
export async function verifyAllFiles(
  userId: string,
  { rows, hash }: VerifyPorts = { rows: storedRows(userId), hash: hashInWorker },
): Promise<RequestedResult | null> {
  const result = await withMediaLock(userId, { mode: 'ifFree' }, async (signal) => {
    const cached = (await rows.list()).filter(({ state }) => state === 'kept');
    const count = { whole: 0, damaged: 0, unreadable: 0 };
    for (const { fileId } of cached) {
      const outcome = await verifyOne(userId, fileId, { rows, hash, now: () => new Date(), signal });
      if (outcome === undefined) return null;
      count[outcome] += 1;
    }
    const { damaged, unreadable } = count;
    return { files: cached.length, damaged, unreadable };
  });
  return result ?? null;
}

interface OnePorts extends VerifyPorts {
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** Returns undefined when it was stopped. The caller holds the media lock. */
async function verifyOne(
  userId: string,
  fileId: string,
  { rows, hash, now, signal }: OnePorts,
): Promise<'whole' | 'damaged' | 'unreadable' | undefined> {
  const row = (await rows.list()).find((one) => one.fileId === fileId);
  // Removed since the list was made.
  if (row?.state !== 'kept') return 'whole';
  const lengths = await verifyFile(userId, fileId, row);
  const actual = lengths === 'whole' ? await hash(userId, fileId, signal).catch(() => undefined) : null;
  if (signal.aborted) return undefined;
  // A worker error says nothing about the bytes.
  if (actual === undefined) return 'unreadable';
  const verifiedAt = now().toISOString();
  if (actual !== null && actual === (row.sha256 ?? actual)) {
    await rows.put({ ...row, sha256: actual, verifiedAt });
    return 'whole';
  }
  await new CachedFile(userId, fileId).remove();
  await rows.put(missingRow(row, lengths === 'missing' ? undefined : 'changed'));
  return 'damaged';
}

function missingRow(row: Download, problem: Download['problem']): Download {
  const { problem: _, verifiedAt: __, sha256: ___, ...rest } = row;
  const checkedAt = new Date().toISOString();
  return { ...rest, state: 'missing', checkedAt, ...(problem !== undefined && { problem }) };
}
