import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '../byte-range.ts';
import {
  type FileStore,
  MissingFileError,
  type RedirectHeaders,
  type StoredFile,
  type StoredPlace,
} from '../media-store.ts';
import { removeFiles } from '../temporary-files.ts';
import type { Bucket } from './bucket.ts';
import { downloadObjects, readObjects, withDownloaded } from './download-objects.ts';
import { streamObject } from './stream-object.ts';

interface S3FilesParts {
  readonly bucket: Bucket;
  /** Whether players fetch videos from the store itself. */
  readonly redirectsPlayers: boolean;
  /** For temporary files. */
  readonly dataFolder: string;
}

/** Files in a bucket of an S3 store; the name of a file is its key. */
export class S3Files implements FileStore {
  readonly #parts: S3FilesParts;
  readonly #bucket: Bucket;

  constructor(parts: S3FilesParts) {
    this.#parts = parts;
    this.#bucket = parts.bucket;
  }

  write(name: string, bytes: Uint8Array): Promise<void> {
    return this.#bucket.put(name, bytes);
  }

  copyIn(name: string, path: string): Promise<void> {
    return this.#bucket.putFile(name, path);
  }

  async copyOut(name: string, path: string): Promise<void> {
    await downloadObjects(this.#bucket, [name], path);
  }

  async moveIn(name: string, path: string): Promise<void> {
    await this.#bucket.putFile(name, path);
    await removeFiles(path);
  }

  findFile(name: string): Promise<StoredFile | null> {
    return this.#bucket.find(name);
  }

  async findBytes(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return new Uint8Array(await buffer(readObjects(this.#bucket, [name])));
    } catch (error) {
      if (error instanceof MissingFileError) return null;
      throw error;
    }
  }

  read(name: string, range: ByteRange): Promise<ReadableStream<Uint8Array>> {
    return streamObject(this.#bucket, name, range);
  }

  /** Downloads the object into a temporary file of this process. */
  withLocalFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
    const { bucket, dataFolder } = this.#parts;
    return withDownloaded({ bucket, keys: [name], dataFolder }, work);
  }

  async remove(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.#bucket.delete(name);
  }

  async *list(place: StoredPlace): AsyncGenerator<readonly string[]> {
    const prefix = `${place}/`;
    for await (const { objects } of this.#bucket.list(prefix))
      yield objects.map(({ key }) => key.slice(prefix.length));
  }

  async findRedirect(name: string, headers: RedirectHeaders): Promise<string | null> {
    return this.#parts.redirectsPlayers ? this.#bucket.presign(name, headers) : null;
  }

  close(): void {
    this.#bucket.close();
  }
}
