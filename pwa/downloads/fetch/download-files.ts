import { StoreGoneError } from '#pwa/store/database/errors.ts';
import type { DownloadProblem } from '#pwa/store/database/rows.ts';
import { StorageFullError } from '#pwa/store/database/storage-errors.ts';
import { deleteMediaCache, hasMediaCache, MediaFullError } from '../cache/media-cache.ts';
import { withMediaLock } from '../cache/media-lock.ts';
import { type DownloadRows, storedRows } from '../plans/download-rows.ts';
import { FileNotes } from '../plans/file-notes.ts';
import type { WantedFile } from '../plans/wanted-files.ts';
import { dropUnlisted, reconcileFiles } from '../verify/reconcile-files.ts';
import { downloadFile, FileDamagedError } from './download-file.ts';
import { FileUnavailableError, fetchSize } from './fetch-piece.ts';

const PARALLEL_DOWNLOADS = 2;
/** How often a file that arrived damaged is downloaded again in one run. */
const DAMAGED_TRIES = 2;

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  readonly rows?: DownloadRows;
  /** Refreshes the addresses of a course's files; `list` returns them then. */
  readonly refreshAddresses?: (courseId: string) => Promise<void>;
}

/** Called before each next file and within each file: what is wanted may change meanwhile. */
export type ListWanted = () => Promise<readonly WantedFile[]>;

/** The result of a run, for the files that it tried. */
export interface DownloadResult {
  readonly problems: ReadonlyMap<string, DownloadProblem>;
}

/**
 * Downloads every wanted file, two at a time, small ones first, and records for each file whether it is
 * really here. Complete files stay untouched, and incomplete ones are resumed. A file that fails does not
 * reject: its row has the reason; a full disk ends the run. Stops silently when `signal` fires, the files are
 * being removed or the user signs out.
 */
export async function downloadFiles(
  userId: string,
  list: ListWanted,
  { signal, rows = storedRows(userId), refreshAddresses = async () => {} }: DownloadOptions = {},
): Promise<DownloadResult> {
  const problems = new Map<string, DownloadProblem>();
  try {
    await withMediaLock(userId, { mode: 'wait', signal }, (either) =>
      downloadAll({
        ...{ userId, list, rows, refreshAddresses, problems },
        ...{ signal: either, checked: new Set<string>(), handled: new Set<string>() },
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
  readonly refreshAddresses: (courseId: string) => Promise<void>;
  readonly signal: AbortSignal;
  /** Problems of files that were tried and are not here. */
  readonly problems: Map<string, DownloadProblem>;
  /** Files that were checked in the cache. */
  readonly checked: Set<string>;
  /** Files that are here, in progress or failed: this run leaves them. */
  readonly handled: Set<string>;
}

async function downloadAll(run: Run): Promise<void> {
  await dropUnlisted({ ...run, listed: await run.list() });
  let turn: Promise<unknown> = Promise.resolve();
  // Only one lane chooses at a time: the other has to know its choice.
  const choose = () => {
    const choice = turn.then(() => next(run));
    turn = choice.catch(() => undefined);
    return choice;
  };
  const lane = async () => {
    for (let file = await choose(); file !== null; file = await choose()) await downloadOne(run, file);
  };
  // The lock is held until the last lane has finished.
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL_DOWNLOADS }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await dropUnlisted({ ...run, listed: await run.list() });
}

/** Returns the smallest wanted file that is not here: a document is useful before a large video is. */
async function next(run: Run): Promise<WantedFile | null> {
  const files = await run.list();
  const unseen = files.filter(({ fileId }) => !run.checked.has(fileId));
  for (const { fileId } of unseen) run.checked.add(fileId);
  for (const fileId of await reconcileFiles({ ...run, files: unseen })) run.handled.add(fileId);
  if (run.signal.aborted || !hasMediaCache() || isFull(run)) return null;
  const missing = files.filter(({ fileId, isWanted }) => isWanted && !run.handled.has(fileId));
  const smallest = missing.sort((a, b) => a.sizeBytes - b.sizeBytes)[0] ?? null;
  if (smallest !== null) run.handled.add(smallest.fileId);
  return smallest;
}

const isFull = ({ problems }: Run) => [...problems.values()].includes('full');

/** Downloads one file as far as possible, and records the result. */
async function downloadOne(run: Run, file: WantedFile, triesLeft = DAMAGED_TRIES): Promise<void> {
  const sizeBytes = file.sizeBytes || (await fetchSize(file.url, run.signal).catch(() => 0));
  const problem = triesLeft < DAMAGED_TRIES ? 'damaged' : null;
  const notes = new FileNotes(run.rows, { ...file, sizeBytes }, problem);
  try {
    const received = await downloadFile(
      { ...file, sizeBytes, userId: run.userId },
      {
        signal: run.signal,
        goesOn: () => isStillWanted(run, file),
        onBytes: (received) => notes.received(received),
        requireOwner: () => run.rows.requireOwner(),
      },
    );
    // Stopped: it is resumed when it is wanted again.
    if (received === null) run.handled.delete(file.fileId);
    if (received === null) await notes.stopped();
    else await notes.complete(received.sha256);
  } catch (error) {
    // Signed out while the bytes were being stored: remove them, because the sign-out has already cleaned up.
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
  if (error instanceof FileUnavailableError && (await hasNewAddress(run, file))) {
    run.handled.delete(file.fileId);
    return;
  }
  await notes.failed(problem);
  if (problem === 'damaged' && triesLeft > 1) return downloadOne(run, file, triesLeft - 1);
  run.problems.set(file.fileId, problem);
}

/** Addresses expire: the file may be available under a new one. */
async function hasNewAddress(run: Run, { fileId, courseId, url }: WantedFile): Promise<boolean> {
  await run.refreshAddresses(courseId);
  return (await run.list()).some((file) => file.fileId === fileId && file.url !== url);
}

async function isStillWanted(run: Run, { fileId }: WantedFile): Promise<boolean> {
  return (await run.list()).some((file) => file.fileId === fileId && file.isWanted);
}

function problemOf(error: unknown): DownloadProblem {
  if (error instanceof MediaFullError || error instanceof StorageFullError) return 'full';
  if (error instanceof FileDamagedError) return 'damaged';
  // A portal's or proxy's page says nothing about the file.
  return error instanceof FileUnavailableError && error.isCertain ? 'gone' : 'lost';
}
