import { StorageFullError, StoreGoneError } from '../store/errors.ts';
import type { DownloadProblem } from '../store/rows.ts';
import { bringFile, FileDamagedError } from './bring-file.ts';
import { type DownloadRows, storedRows } from './download-rows.ts';
import { askSize, FileGoneError } from './fetch-piece.ts';
import { FileNotes } from './file-notes.ts';
import { deleteMediaCache, hasMediaCache, MediaFullError } from './media-cache.ts';
import { withMediaLock } from './media-lock.ts';
import { dropUnlisted, takeStock } from './take-stock.ts';
import type { WantedFile } from './wanted-files.ts';

const PARALLEL_DOWNLOADS = 2;
/** A file that arrived damaged is fetched anew this often in one run. */
const DAMAGED_TRIES = 2;

export interface KeepOptions {
  readonly signal?: AbortSignal;
  readonly rows?: DownloadRows;
  /** Asks for new addresses of a course's files; `list` has them then. */
  readonly renew?: (courseId: string) => Promise<void>;
}

/** Asked again for each next file and within each file: what is wanted may change meanwhile. */
export type ListWanted = () => Promise<readonly WantedFile[]>;

/** What became of a run, by the files that it tried. */
export interface KeepResult {
  readonly problems: ReadonlyMap<string, DownloadProblem>;
}

/**
 * Brings every wanted file onto the device, two at a time, small ones first, and notes for each file whether
 * it is really here. What is here stays untouched, and what came in part goes on from there. A file that fails
 * rejects nothing: its row says why; a full disk ends the run.
 * Stops silently when `signal` fires, the files are being removed or the person signs out.
 */
export async function keepFiles(
  userId: string,
  list: ListWanted,
  { signal, rows = storedRows(userId), renew = async () => {} }: KeepOptions = {},
): Promise<KeepResult> {
  const problems = new Map<string, DownloadProblem>();
  try {
    await withMediaLock(userId, { mode: 'wait', signal }, (either) =>
      bringAll({
        ...{ userId, list, rows, renew, problems },
        ...{ signal: either, looked: new Set<string>(), settled: new Set<string>() },
      }),
    );
  } catch (error) {
    if (!(error instanceof StoreGoneError || error instanceof StorageFullError)) throw error;
  }
  return { problems };
}

interface Run {
  readonly userId: string;
  readonly list: ListWanted;
  readonly rows: DownloadRows;
  readonly renew: (courseId: string) => Promise<void>;
  readonly signal: AbortSignal;
  /** Of files that were tried and are not here. */
  readonly problems: Map<string, DownloadProblem>;
  /** Files that were looked for in the cache. */
  readonly looked: Set<string>;
  /** Files that are here, on their way or failed: nothing more to do about them in this run. */
  readonly settled: Set<string>;
}

async function bringAll(run: Run): Promise<void> {
  await dropUnlisted({ ...run, listed: await run.list() });
  let turn: Promise<unknown> = Promise.resolve();
  // One lane chooses at a time: the other has to know what it chose.
  const choose = () => {
    const choice = turn.then(() => next(run));
    turn = choice.catch(() => undefined);
    return choice;
  };
  const lane = async () => {
    for (let file = await choose(); file !== null; file = await choose()) await bring(run, file);
  };
  // The lock is held until the last lane has let go.
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL_DOWNLOADS }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await dropUnlisted({ ...run, listed: await run.list() });
}

/** The smallest file that is wanted and not here: a sheet opens at once what a film only adds to. */
async function next(run: Run): Promise<WantedFile | null> {
  const files = await run.list();
  const unseen = files.filter(({ fileId }) => !run.looked.has(fileId));
  for (const { fileId } of unseen) run.looked.add(fileId);
  for (const fileId of await takeStock({ ...run, files: unseen })) run.settled.add(fileId);
  if (run.signal.aborted || !hasMediaCache() || isFull(run)) return null;
  const missing = files.filter(({ fileId, isWanted }) => isWanted && !run.settled.has(fileId));
  const smallest = missing.sort((a, b) => a.sizeBytes - b.sizeBytes)[0] ?? null;
  if (smallest !== null) run.settled.add(smallest.fileId);
  return smallest;
}

const isFull = ({ problems }: Run) => [...problems.values()].includes('full');

/** Brings one file, as far as it comes, and writes down what became of it. */
async function bring(run: Run, file: WantedFile, triesLeft = DAMAGED_TRIES): Promise<void> {
  const sizeBytes = file.sizeBytes || (await askSize(file.url, run.signal).catch(() => 0));
  const problem = triesLeft < DAMAGED_TRIES ? 'damaged' : null;
  const notes = new FileNotes(run.rows, { ...file, sizeBytes }, problem);
  try {
    const received = await bringFile(
      { ...file, sizeBytes, userId: run.userId },
      {
        signal: run.signal,
        goesOn: () => isStillWanted(run, file),
        onBytes: (received) => notes.received(received),
        requireOwner: () => run.rows.requireOwner(),
      },
    );
    // Told to stop: it is taken up again when somebody wants it again.
    if (received === null) run.settled.delete(file.fileId);
    if (received === null) await notes.stopped();
    else await notes.kept(received.sha256);
  } catch (error) {
    // Signed out while the bytes were being stored: leave no trace behind the one who cleaned up.
    if (error instanceof StoreGoneError) {
      await deleteMediaCache(run.userId);
      throw error;
    }
    if (!run.signal.aborted) await handle({ run, file, notes, triesLeft }, error);
  }
}

interface Attempt {
  readonly run: Run;
  readonly file: WantedFile;
  readonly notes: FileNotes;
  readonly triesLeft: number;
}

async function handle({ run, file, notes, triesLeft }: Attempt, error: unknown): Promise<void> {
  const problem = problemOf(error);
  if (error instanceof FileGoneError && (await hasNewAddress(run, file))) {
    run.settled.delete(file.fileId);
    return;
  }
  await notes.failed(problem);
  if (problem === 'damaged' && triesLeft > 1) return bring(run, file, triesLeft - 1);
  run.problems.set(file.fileId, problem);
}

/** Addresses run out: under a new one the file may be there. */
async function hasNewAddress(run: Run, { fileId, courseId, url }: WantedFile): Promise<boolean> {
  await run.renew(courseId);
  return (await run.list()).some((file) => file.fileId === fileId && file.url !== url);
}

async function isStillWanted(run: Run, { fileId }: WantedFile): Promise<boolean> {
  return (await run.list()).some((file) => file.fileId === fileId && file.isWanted);
}

function problemOf(error: unknown): DownloadProblem {
  if (error instanceof MediaFullError || error instanceof StorageFullError) return 'full';
  if (error instanceof FileDamagedError) return 'damaged';
  // The page of a portal or a proxy says nothing about the file.
  return error instanceof FileGoneError && error.isCertain ? 'gone' : 'lost';
}
