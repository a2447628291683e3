import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, readManifest } from './manifest.ts';

/** A folder with this ending is being written, or was given up. */
const PARTIAL = '.partial';
const NAME = /^carrel-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** A complete backup. */
export interface Backup {
  readonly path: string;
  readonly manifest: Manifest;
}

export const backupName = (takenAt: Date): string => `carrel-${takenAt.toISOString().replace(/[:.]/g, '-')}`;
export const partialName = (name: string): string => `${name}${PARTIAL}`;

/** The complete backups in a folder, the oldest first; none if there is no folder. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const path of await listPaths(folder)) {
    const manifest = await readManifest(path);
    if (manifest !== null) backups.push({ path, manifest });
  }
  return backups;
}

/** The newest complete backup in a folder. */
export async function findNewestBackup(folder: string): Promise<Backup | undefined> {
  for (const path of (await listPaths(folder)).reverse()) {
    const manifest = await readManifest(path);
    if (manifest !== null) return { path, manifest };
  }
  return undefined;
}

async function listPaths(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Removes what killed backups left. The caller holds the lock of the folder. */
export async function removePartialBackups(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Removes the backups that were taken before `oldest` and returns their paths. The newest complete backup stays,
 * however old it is. The caller holds the lock of the folder.
 */
export async function removeOldBackups(folder: string, oldest: Date): Promise<string[]> {
  const backups = await listBackups(folder);
  const expired = backups.slice(0, -1).filter(({ manifest }) => manifest.takenAt < oldest.toISOString());
  for (const { path } of expired) {
    // A kill in the middle must not leave a folder that looks like a complete backup.
    await rename(path, partialName(path));
    await rm(partialName(path), { recursive: true });
  }
  return expired.map(({ path }) => path);
}
