import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, opendir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteRange } from './byte-range.ts';
import { FolderIncoming } from './folder-incoming.ts';
import { type MediaStore, MissingFileError, type StoredFile, type StoredPlace } from './media-store.ts';
import { streamFile } from './stream-file.ts';
import { removeFiles } from './temporary-files.ts';

/** Names that are looked up together: a folder of a million files is read in as many steps as it needs. */
const NAMES_PER_PAGE = 200;

/** Files in the data folder; the name of a file is its path there. */
export class FolderStore implements MediaStore {
  readonly incoming: FolderIncoming;
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = dataFolder;
    this.incoming = new FolderIncoming(dataFolder);
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = await this.#newPath(name);
    await writeFile(path, bytes, { mode: 0o600, flush: true }).catch(async (error: unknown) => {
      await removeFiles(path);
      throw error;
    });
  }

  async copyIn(name: string, path: string): Promise<void> {
    const target = await this.#newPath(name);
    await copyFile(path, target);
    // A copy has the mode of its source, whatever the umask is.
    await chmod(target, 0o600);
  }

  async copyOut(name: string, path: string): Promise<void> {
    await copyFile(this.#path(name), path, constants.COPYFILE_FICLONE).catch((error: unknown) => {
      throw isMissing(error) ? new MissingFileError(name) : error;
    });
  }

  async moveIn(name: string, path: string): Promise<void> {
    await rename(path, await this.#newPath(name));
  }

  async findFile(name: string): Promise<StoredFile | null> {
    const found = await stat(this.#path(name)).catch(nullIfMissing);
    if (found === null || !found.isFile()) return null;
    // A link to a finished upload has the time of its last byte; only `ctime` is that of the link.
    return { sizeBytes: found.size, changedAtMs: Math.max(found.mtimeMs, found.ctimeMs) };
  }

  async findBytes(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = await readFile(this.#path(name)).catch(nullIfMissing);
    return bytes === null ? null : new Uint8Array(bytes);
  }

  read(name: string, range: ByteRange): Promise<ReadableStream<Uint8Array>> {
    return streamFile(this.#path(name), range).catch((error: unknown) => {
      throw isMissing(error) ? new MissingFileError(name) : error;
    });
  }

  /** The file itself. A work that begins without it throws the error of the file system. */
  withLocalFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.#path(name));
  }

  async remove(...names: readonly string[]): Promise<void> {
    await removeFiles(...names.map((name) => this.#path(name)));
  }

  async *list(place: StoredPlace): AsyncGenerator<readonly string[]> {
    const entries = await opendir(this.#path(place)).catch(() => null);
    if (entries === null) return;
    let names: string[] = [];
    for await (const { name } of entries) {
      names.push(name);
      if (names.length < NAMES_PER_PAGE) continue;
      yield names;
      names = [];
    }
    yield names;
  }

  async findRedirect(): Promise<null> {
    return null;
  }

  close(): void {}

  #path(name: string): string {
    return join(this.#folder, name);
  }

  async #newPath(name: string): Promise<string> {
    const path = this.#path(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** Also when the folder of a file is no folder. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
