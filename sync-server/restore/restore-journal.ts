import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { syncToDisk } from '../backup/sync-to-disk.ts';

const FILE = 'restore-journal.json';

/** Exists from before the first file is moved until the last step of a restore. */
const RestoreJournal = v.object({
  /** The path of the backup. */
  backup: v.string(),
  /** The folder for what is replaced, within the data folder. */
  replaced: v.string(),
});
export type RestoreJournal = v.InferOutput<typeof RestoreJournal>;

/** A restore was interrupted: the data folder may have the old database, the new one, or none. */
class UnfinishedRestoreError extends Error {
  constructor(dataFolder: string, { backup, replaced }: RestoreJournal) {
    super(
      `A restore of ${backup} was interrupted, and nothing was changed since. Run carrel restore again to finish ` +
        `it. What it has replaced so far is in ${join(dataFolder, replaced)}.`,
    );
  }
}

/** Null if no restore is unfinished. Throws if the journal cannot be read. */
export async function readJournal(dataFolder: string): Promise<RestoreJournal | null> {
  const text = await readFile(join(dataFolder, FILE), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : v.parse(RestoreJournal, JSON.parse(text));
}

/** Written to a temporary file and renamed: a kill leaves no journal or a whole one. */
export async function writeJournal(dataFolder: string, journal: RestoreJournal): Promise<void> {
  const path = join(dataFolder, FILE);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(journal));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncToDisk(dataFolder);
}

export async function removeJournal(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, FILE));
  await syncToDisk(dataFolder);
}

/** Called before a server opens the data folder: it would create an empty database where one is being placed. */
export async function requireFinishedRestore(dataFolder: string): Promise<void> {
  const journal = await readJournal(dataFolder);
  if (journal !== null) throw new UnfinishedRestoreError(dataFolder, journal);
}
