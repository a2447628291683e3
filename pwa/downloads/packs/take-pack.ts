import type { PackEntry } from '#interchange/media-pack/read-pack.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { StorageFullError } from '#pwa/store/database/storage-errors.ts';
import { deleteMediaCache, MediaFullError, requireSpace } from '../cache/media-cache.ts';
import { cancelAndRun, withMediaLock } from '../cache/media-lock.ts';
import { type DownloadRows, storedRows } from '../plans/download-rows.ts';
import { FileNotes } from '../plans/file-notes.ts';
import { requestDownloads } from '../plans/request-downloads.ts';
import { verifyFile } from '../verify/verify-file.ts';
import { askPackWorker } from './ask-pack-worker.ts';
import { base64OfHex } from './digest-forms.ts';
import { findShareableFiles, type ShareableFile } from './find-shareable-files.ts';
import { storeTakenFile } from './store-taken-file.ts';

/** The result of taking a pack: counts of its files. */
export interface TakenPack {
  /** Stored by this run. */
  readonly arrived: number;
  readonly arrivedBytes: number;
  /** Complete on this device before. */
  readonly here: number;
  /** Named by no course on this device that allows files of others. */
  readonly foreign: number;
  /** Other bytes than their digest says; none of them is stored. */
  readonly damaged: number;
  /** Wanted, and not taken: the run ended before. */
  readonly left: number;
  readonly end: 'complete' | 'full' | 'stopped';
}

interface Taking {
  readonly signal: AbortSignal;
  /** Called with the share that is done, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Takes from a pack the files that courses on this device name and that are missing here. Each file's bytes are hashed
 * before any of them is stored. Running downloads stop for it and go on afterwards.
 *
 * @throws {UserFacingError} a sentence for users: nothing can be taken from this file
 * @throws {StoreGoneError} if the user signed out
 */
export async function takePack(
  userId: string,
  file: File,
  { signal, onProgress }: Taking,
): Promise<TakenPack> {
  const reply = await askPackWorker({ kind: 'read', file }, { signal });
  const entries = 'entries' in reply ? reply.entries : [];
  // Downloads would hold the lock until they end, which may take hours.
  await cancelAndRun(userId, async () => {});
  try {
    const taken = await withMediaLock(userId, { mode: 'wait', signal }, (either) =>
      takeEntries({ userId, file, rows: storedRows(userId), signal: either, onProgress }, entries),
    );
    return taken ?? { ...new Counts().result('stopped'), left: entries.length };
  } finally {
    requestDownloads();
  }
}

interface Run extends Taking {
  readonly userId: string;
  readonly file: File;
  readonly rows: DownloadRows;
}

/** An entry of a pack with the files that it would complete. */
interface WantedEntry extends PackEntry {
  readonly missing: readonly ShareableFile[];
}

class Counts {
  arrived = 0;
  arrivedBytes = 0;
  here = 0;
  foreign = 0;
  damaged = 0;
  left = 0;

  result(end: TakenPack['end']): TakenPack {
    const { arrived, arrivedBytes, here, foreign, damaged, left } = this;
    return { arrived, arrivedBytes, here, foreign, damaged, left, end };
  }
}

async function takeEntries(run: Run, entries: readonly PackEntry[]): Promise<TakenPack> {
  const counts = new Counts();
  const wanted = await chooseEntries(run, entries, counts);
  const progress = new Progress(run, wanted);
  counts.left = wanted.length;
  try {
    for (const entry of wanted) {
      if (run.signal.aborted) return counts.result('stopped');
      const outcome = await takeEntry(run, entry, progress);
      if (outcome === 'stopped') return counts.result('stopped');
      counts.left -= 1;
      counts[outcome] += 1;
      if (outcome === 'arrived') counts.arrivedBytes += entry.sizeBytes;
    }
    return counts.result('complete');
  } catch (error) {
    if (error instanceof StoreGoneError) await deleteMediaCache(run.userId);
    if (run.signal.aborted && !(error instanceof StoreGoneError)) return counts.result('stopped');
    if (!(error instanceof MediaFullError || error instanceof StorageFullError)) throw error;
    return counts.result('full');
  }
}

/** Small files first: a document is useful before a large video is. */
async function chooseEntries(
  run: Run,
  entries: readonly PackEntry[],
  counts: Counts,
): Promise<WantedEntry[]> {
  const shareable = await findShareableFiles(openPrivateStore(run.userId));
  const wanted: WantedEntry[] = [];
  for (const entry of entries) {
    const files = shareable.get(entry.digest) ?? [];
    const missing: ShareableFile[] = [];
    for (const one of files) if (!(await isHere(run.userId, one))) missing.push(one);
    if (files.length === 0) counts.foreign += 1;
    else if (missing.length === 0) counts.here += 1;
    else wanted.push({ ...entry, missing });
  }
  return wanted.sort((a, b) => a.sizeBytes - b.sizeBytes);
}

const isHere = async (userId: string, { file }: ShareableFile): Promise<boolean> =>
  (await verifyFile(userId, file.fileId, file)) === 'whole';

/** The share of all wanted bytes that are hashed and stored, which take about the same time. */
class Progress {
  readonly #run: Run;
  readonly #total: number;
  #done = 0;

  constructor(run: Run, wanted: readonly WantedEntry[]) {
    this.#run = run;
    this.#total = 2 * wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  add(bytes: number): void {
    this.#done += bytes;
    this.#run.onProgress(this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total));
  }
}

async function takeEntry(
  run: Run,
  { digest, sizeBytes, offset, missing }: WantedEntry,
  progress: Progress,
): Promise<'arrived' | 'damaged' | 'stopped'> {
  if (offset === null || missing.some(({ file }) => file.sizeBytes !== sizeBytes)) return 'damaged';
  await requireSpace(sizeBytes * missing.length);
  const bytes = run.file.slice(offset, offset + sizeBytes);
  const reply = await askPackWorker(
    { kind: 'hash', bytes },
    { signal: run.signal, onBytes: (more) => progress.add(more) },
  );
  if (!('digest' in reply) || reply.digest !== digest) return 'damaged';
  for (const one of missing) {
    const { userId, rows, signal } = run;
    const requireOwner = () => rows.requireOwner();
    if (!(await storeTakenFile(bytes, one, { userId, signal, requireOwner })))
      return signal.aborted ? 'stopped' : 'damaged';
    await new FileNotes(rows, one.file).complete(base64OfHex(digest));
  }
  progress.add(sizeBytes);
  return 'arrived';
}
