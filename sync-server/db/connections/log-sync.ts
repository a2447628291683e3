import { type FileHandle, open } from 'node:fs/promises';

/**
 * Writes the log of a SQLite database (its `-wal` file) to the disk, in another thread: SQLite itself would block this
 * one, and with it every request, for milliseconds. One handle serves all of them, because SQLite removes the file only
 * when its last connection closes.
 */
export class LogSync {
  readonly #path: string;
  #handle: FileHandle | undefined;

  /** @param path of the log, which exists after the first commit */
  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when everything that was written to the log is on the disk. Rejects with Node's error. */
  async sync(): Promise<void> {
    this.#handle ??= await open(this.#path, 'r+');
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}
