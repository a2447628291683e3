import { createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { copyFile, link, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HEAD_BYTES, type IncomingStore } from './media-store.ts';
import { mediaName } from './stored-names.ts';
import { removeFiles, temporaryPath } from './temporary-files.ts';

/** File systems without hard links, or without links to that folder. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'ENOSYS']);

/**
 * One file per upload, in a folder that survives a restart. The size of the file is the offset: an upload continues
 * with the byte it stopped at, after a kill too.
 */
export class FolderIncoming implements IncomingStore {
  readonly #dataFolder: string;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /** Creates the file if there is none. */
  async count(fileId: string): Promise<number> {
    const path = this.#path(fileId);
    const found = await stat(path).catch(() => null);
    if (found !== null) return found.size;
    await mkdir(this.#folder(), { recursive: true, mode: 0o700 });
    await withFile(path, 'a', async () => undefined);
    return 0;
  }

  async append(fileId: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number> {
    await pipeline(source, createWriteStream(this.#path(fileId), { flags: 'r+', start: offset }));
    return this.count(fileId);
  }

  readHead(fileId: string): Promise<Buffer> {
    return readFileHead(this.#path(fileId));
  }

  /** The upload itself, flushed to disk because a row is about to name it. */
  async withLocalFile<T>(fileId: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = this.#path(fileId);
    await makeDurable(path);
    return work(path);
  }

  /** Links the file under its name as a video. */
  async place(fileId: string): Promise<void> {
    const [from, to] = [this.#path(fileId), join(this.#dataFolder, mediaName(fileId))];
    await mkdir(join(this.#dataFolder, 'media'), { recursive: true });
    try {
      await link(from, to);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === 'EEXIST') return;
      if (!NO_LINKS.has(code)) throw error;
      const copy = await temporaryPath(this.#dataFolder);
      await copyFile(from, copy);
      await makeDurable(copy);
      await rename(copy, to);
    }
  }

  async remove(fileId: string): Promise<void> {
    await removeFiles(this.#path(fileId));
  }

  async *list(): AsyncGenerator<readonly string[]> {
    yield await readdir(this.#folder()).catch(() => []);
  }

  async findChangedAtMs(fileId: string): Promise<number | null> {
    return (await stat(this.#path(fileId)).catch(() => null))?.mtimeMs ?? null;
  }

  #folder(): string {
    return join(this.#dataFolder, 'incoming');
  }

  #path(fileId: string): string {
    return join(this.#folder(), fileId);
  }
}

/** The first bytes of a local file. */
export function readFileHead(path: string): Promise<Buffer> {
  return withFile(path, 'r', async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  });
}

function makeDurable(path: string): Promise<void> {
  return withFile(path, 'r+', (file) => file.sync());
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
