import { chmod, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { measureFile } from '../media-store/measure-file.ts';
import { type FileStore, MissingFileError } from '../media-store/media-store.ts';
import type { Backup } from './backup-folders.ts';
import type { NamedFile } from './database-facts.ts';
import { syncToDisk } from './sync-to-disk.ts';

const FOLDERS = ['media', 'thumbnails'];

interface FilePlaces {
  /** Has the files of the server. */
  readonly files: FileStore;
  /** The backup that is being made. */
  readonly target: string;
  /** The backup before it. */
  readonly previous: Backup | undefined;
}

/** Counts of files and bytes by how they came into the backup. */
export interface CopiedFiles {
  copied: number;
  copiedBytes: number;
  linked: number;
  linkedBytes: number;
}

/**
 * Copies the files that a database names into a backup. The name of a file is random and its bytes never change,
 * so a file that the previous backup has is linked: it takes no space, and remains when that backup is deleted.
 */
export class FileCopier {
  readonly counts: CopiedFiles = { copied: 0, copiedBytes: 0, linked: 0, linkedBytes: 0 };
  /** Files whose bytes differ from their row. */
  readonly damaged = new Set<string>();
  readonly #places: FilePlaces;

  constructor(places: FilePlaces) {
    this.#places = places;
  }

  /** Returns the paths that neither the server nor the previous backup has. */
  async copy(files: readonly NamedFile[], onProgress: (done: number) => void): Promise<string[]> {
    const missing: string[] = [];
    for (const [i, file] of files.entries()) {
      if (!(await this.#copyOne(file))) missing.push(file.path);
      onProgress(i + 1);
    }
    return missing;
  }

  /** Removes files that the copied database does not name. */
  async removeOthers(files: readonly NamedFile[]): Promise<void> {
    const named = new Set(files.map(({ path }) => path));
    for (const path of await listFiles(this.#places.target)) {
      if (!named.has(path)) await rm(join(this.#places.target, path));
    }
  }

  /** Waits until the folders are on the disk; the files already are. */
  async sync(): Promise<void> {
    for (const folder of FOLDERS) await syncToDisk(join(this.#places.target, folder));
  }

  /** Finds a file in the previous backup; null when it has to be copied. */
  async findEarlier({ path, sizeBytes }: NamedFile): Promise<{ path: string; sizeBytes: number } | null> {
    const { previous, files } = this.#places;
    if (previous === undefined || previous.manifest.damaged.includes(path)) return null;
    const earlier = join(previous.path, path);
    const size = await sizeOf(earlier);
    const expected = sizeBytes ?? (await files.findFile(path))?.sizeBytes ?? size;
    return size === null || size !== expected ? null : { path: earlier, sizeBytes: size };
  }

  /** How many bytes a file takes; 0 when it is missing. */
  async findSize({ path, sizeBytes }: NamedFile): Promise<number> {
    return sizeBytes ?? (await this.#places.files.findFile(path))?.sizeBytes ?? 0;
  }

  async #copyOne(file: NamedFile): Promise<boolean> {
    const target = join(this.#places.target, file.path);
    await mkdir(dirname(target), { recursive: true });
    if ((await sizeOf(target)) !== null) return true;
    return (await this.#link(file, target)) || (await this.#copyFrom(file, target));
  }

  async #link(file: NamedFile, target: string): Promise<boolean> {
    const earlier = await this.findEarlier(file);
    if (earlier === null) return false;
    try {
      await link(earlier.path, target);
    } catch {
      // A file system without hard links, or too many of them for one file.
      return false;
    }
    this.counts.linked += 1;
    this.counts.linkedBytes += earlier.sizeBytes;
    return true;
  }

  async #copyFrom({ path, sizeBytes, digest }: NamedFile, target: string): Promise<boolean> {
    try {
      await this.#places.files.copyOut(path, target);
    } catch (error) {
      if (error instanceof MissingFileError) return false;
      throw error;
    }
    // A copy has the mode of its source, whatever the umask is.
    await chmod(target, 0o600);
    await syncToDisk(target);
    const measured = await measureFile(target);
    if (digest !== null && (measured.digest !== digest || measured.sizeBytes !== sizeBytes))
      this.damaged.add(path);
    this.counts.copied += 1;
    this.counts.copiedBytes += measured.sizeBytes;
    return true;
  }
}

/** The paths of all media and thumbnails in a backup. */
async function listFiles(root: string): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of FOLDERS) {
    const names = await readdir(join(root, folder)).catch(() => []);
    paths.push(...names.map((name) => `${folder}/${name}`));
  }
  return paths;
}

/** The size of a file in bytes; null if there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
