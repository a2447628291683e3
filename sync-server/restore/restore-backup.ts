import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rm, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sizeOf } from '../backup/copy-files.ts';
import { listNamedFiles, type NamedFile, openToRead, requirePlainPaths } from '../backup/database-facts.ts';
import { hashDatabase } from '../backup/hash-database.ts';
import { type Manifest, readManifest } from '../backup/manifest.ts';
import { renameDurably, syncToDisk } from '../backup/sync-to-disk.ts';
import { DATABASE_FILE, verifyBackup } from '../backup/verify-backup.ts';
import { allMigrations } from '../db/migrations/all-migrations.ts';
import { declareRestore, type RestoreIntent } from '../epoch/restore-declaration.ts';
import { FolderStore } from '../media-store/folder-store.ts';
import type { FileStore } from '../media-store/media-store.ts';
import { listNeededFiles, restoreFile, syncPlaces } from './restore-files.ts';
import { readJournal, removeJournal, writeJournal } from './restore-journal.ts';

const STAGING_FOLDER = 'restoring';
const REPLACED_FOLDER = 'replaced';
const SECRET_FILE = 'secret';
const DATABASE_FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`];
const SPARE_BYTES = 64 * 1024 * 1024;

interface RestoreOptions {
  /** Locked by the caller. */
  readonly dataFolder: string;
  /** Receives the files; the data folder by default. */
  readonly store?: FileStore | undefined;
  readonly backup: string;
  readonly intent: RestoreIntent;
  /** Whether the server takes its secret from the data folder. */
  readonly usesSecretFile: boolean;
  /** Called after each step. */
  readonly onStep?: (step: string) => void;
  readonly onProgress?: (text: string) => void;
}

interface Restored {
  readonly manifest: Manifest;
  /** The folder with the database that was replaced. */
  readonly replaced: string;
  readonly copiedFiles: number;
  readonly isSecretRestored: boolean;
}

/**
 * Puts a backup in the place of the database, and its files beside those that are there.
 *
 *     verify, stage a copy, copy files | write the journal | move the old database | place the copy | declare | end
 *     ------ the old state is whole ---|--- the server refuses to start; a repetition finishes the restore ---|
 *
 * The old database is moved to `replaced/`, and only damaged files are replaced. Throws with the reason; the message of the caller
 * says whether the old state is whole.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataFolder, backup, intent, onStep = () => {} } = options;
  const store = options.store ?? new FolderStore(dataFolder);
  const manifest = await requireUsable(options);
  onStep('verified');
  const staging = join(dataFolder, STAGING_FOLDER);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  const needed = await listNeededFiles(readFiles(backup), { backup, store });
  await requireSpace(options, manifest, needed);
  await stageDatabase(backup, staging, manifest);
  onStep('staged');
  for (const [i, { path }] of needed.entries()) {
    await restoreFile(path, { backup, store, staging });
    if ((i + 1) % 100 === 0) options.onProgress?.(`${i + 1} of ${needed.length} files`);
  }
  await syncPlaces(dataFolder);
  const isSecretRestored = await restoreSecret(options, manifest);
  onStep('files');
  const replaced = await beginReplacing(options);
  onStep('journal');
  await moveOldDatabase(dataFolder, replaced, onStep);
  await renameDurably(join(staging, DATABASE_FILE), join(dataFolder, DATABASE_FILE));
  onStep('placed');
  declareRestore(dataFolder, intent);
  onStep('declared');
  await removeJournal(dataFolder);
  onStep('ended');
  await rm(staging, { recursive: true, force: true });
  return { manifest, replaced: join(dataFolder, replaced), copiedFiles: needed.length, isSecretRestored };
}

async function requireUsable({ backup, onProgress }: RestoreOptions): Promise<Manifest> {
  onProgress?.('verifying the backup');
  const manifest = await readManifest(backup);
  if (manifest === null) throw new Error(`${backup} is no complete backup: it has no readable manifest.json`);
  const problems = await verifyBackup(backup, { readsFiles: true });
  if (problems.length > 0) throw new Error(`the backup is damaged: ${problems.join('; ')}`);
  if (!(manifest.migration in allMigrations))
    throw new Error(
      `the backup was made by a newer version (${manifest.version}, ${manifest.migration}); restore it with that one`,
    );
  return manifest;
}

function readFiles(backup: string): NamedFile[] {
  const db = openToRead(join(backup, DATABASE_FILE));
  try {
    return requirePlainPaths(listNamedFiles(db));
  } finally {
    db.close();
  }
}

async function requireSpace(
  { dataFolder, backup }: RestoreOptions,
  { database }: Manifest,
  needed: readonly NamedFile[],
): Promise<void> {
  let neededBytes = SPARE_BYTES + database.sizeBytes;
  for (const { path } of needed) neededBytes += (await sizeOf(join(backup, path))) ?? 0;
  const { bavail, bsize } = await statfs(dataFolder);
  if (bavail * bsize < neededBytes)
    throw new Error(
      `the disk of ${dataFolder} has ${bavail * bsize} bytes free, and ${neededBytes} are needed`,
    );
}

async function stageDatabase(backup: string, staging: string, { database }: Manifest): Promise<void> {
  const copy = join(staging, DATABASE_FILE);
  await copyFile(join(backup, DATABASE_FILE), copy);
  await chmod(copy, 0o600);
  await syncToDisk(copy);
  if ((await hashDatabase(copy)) !== database.sha256)
    throw new Error('the copy of the database differs from the backup: the disk may be failing');
}

/** A secret that is there is newer than the backup, or the same. */
async function restoreSecret(
  { dataFolder, backup, usesSecretFile }: RestoreOptions,
  { hasSecret }: Manifest,
) {
  const target = join(dataFolder, SECRET_FILE);
  if (!hasSecret || !usesSecretFile || existsSync(target)) return false;
  await copyFile(join(backup, SECRET_FILE), target);
  await chmod(target, 0o600);
  await syncToDisk(target);
  return true;
}

/** Returns the folder for the old database: that of an interrupted restore, which may have moved it already. */
async function beginReplacing({ dataFolder, backup }: RestoreOptions): Promise<string> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const replaced = (await readJournal(dataFolder))?.replaced ?? join(REPLACED_FOLDER, time);
  await writeJournal(dataFolder, { backup, replaced });
  await mkdir(join(dataFolder, replaced), { recursive: true, mode: 0o700 });
  return replaced;
}

async function moveOldDatabase(
  dataFolder: string,
  replaced: string,
  onStep: (step: string) => void,
): Promise<void> {
  for (const name of DATABASE_FILES) {
    const [from, to] = [join(dataFolder, name), join(dataFolder, replaced, name)];
    // After an interruption the file in place may be the one that the restore has placed.
    if (existsSync(from) && !existsSync(to)) await renameDurably(from, to);
    onStep(`moved ${basename(name)}`);
  }
}
