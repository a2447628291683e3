import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import * as v from 'valibot';
import { Id, Instant } from '#schema/id.ts';
import { type Config, ConfigError } from '../config.ts';

/** Its name in the data folder. */
const ERASURES_FILE = 'erasures.jsonl';

const EXTENSION = '.jsonl';

const Line = v.pipe(v.string(), v.parseJson(), v.object({ userId: Id, erasedAt: Instant }));

export interface Erasure {
  readonly userId: string;
  /** ISO time. */
  readonly erasedAt: string;
}

/**
 * The accounts that were deleted, in a file beside the database, or in a folder where each process has a file of its own:
 * no backup contains it, and a restore does not replace it. One JSON line each, with nothing but the id and the time.
 * The files only grow.
 */
export class Erasures {
  /** Absolute path of the file, or of the folder. */
  readonly place: string;
  /** Shared by several processes. Two of them that append to one file at the same time may lose a line (NFS). */
  readonly isFolder: boolean;
  /** The file of this process. */
  readonly #file: string;
  readonly #known = new Map<string, Erasure>();

  /** Throws ConfigError when the place is missing or cannot be written. */
  constructor({ dataFolder, erasuresPath }: Pick<Config, 'dataFolder' | 'erasuresPath'>) {
    this.place = erasuresPath ?? join(dataFolder, ERASURES_FILE);
    this.isFolder = namesFolder(this.place);
    this.#file = this.isFolder ? join(this.place, `${randomUUID()}${EXTENSION}`) : this.place;
    if (erasuresPath !== undefined)
      requireWritable(existsSync(this.place) ? this.place : dirname(this.place));
    this.#load();
  }

  /** With those that other processes have appended since. */
  list(): readonly Erasure[] {
    this.#load();
    return [...this.#known.values()];
  }

  has(userId: string): boolean {
    return this.#known.has(userId);
  }

  /** The line is on the disk when this returns, so an account that was deleted after it stays deleted. */
  append(erasure: Erasure): void {
    if (this.has(erasure.userId)) return;
    const isNew = !existsSync(this.#file);
    const text = read(this.#file);
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    const descriptor = openSync(this.#file, 'a', 0o600);
    try {
      writeSync(descriptor, `${start}${JSON.stringify(erasure)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (isNew) syncFolder(dirname(this.#file));
    this.#known.set(erasure.userId, erasure);
  }

  #load(): void {
    for (const line of this.#files().flatMap((file) => read(file).split('\n'))) {
      // A line that was being written when the power failed; its request had no reply.
      const erasure = v.safeParse(Line, line);
      if (erasure.success) this.#known.set(erasure.output.userId, erasure.output);
    }
  }

  #files(): readonly string[] {
    if (!this.isFolder) return [this.#file];
    const names = readdirSync(this.place).filter((name) => extname(name) === EXTENSION);
    return names.map((name) => join(this.place, name));
  }
}

/** A new name with an extension is that of a file; a folder exists, because it is mounted. */
function namesFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return found.isDirectory();
  if (extname(path) !== '') return false;
  throw new ConfigError(
    `CARREL_ERASURES names the folder ${path}, which does not exist. Mount or create it.`,
  );
}

/** An account could not be deleted otherwise, which its user would be the first to learn. */
function requireWritable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `CARREL_ERASURES: this process cannot read and write ${path}. Correct its owner or its mode.`,
      { cause: error },
    );
  }
}

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** The name of a new file is on the disk with its folder. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
