import { buffer } from 'node:stream/consumers';
import type { Database } from '#sync-server/db/open.ts';
import type { ByteRange } from '../byte-range.ts';
import {
  type MediaStore,
  MissingFileError,
  type RedirectHeaders,
  type StoredFile,
  type StoredPlace,
} from '../media-store.ts';
import { removeFiles } from '../temporary-files.ts';
import { Bucket } from './bucket.ts';
import { readObjects, withDownloaded } from './download-objects.ts';
import type { S3Config } from './s3-config.ts';
import { S3Incoming } from './s3-incoming.ts';
import { streamObject } from './stream-object.ts';

interface S3StoreParts {
  readonly s3: S3Config;
  /** Has the offsets of uploads. */
  readonly db: Database;
  /** For temporary files. */
  readonly dataFolder: string;
}

/** Files in a bucket of an S3 store; the name of a file is its key. */
export class S3Store implements MediaStore {
  readonly incoming: S3Incoming;
  readonly #parts: S3StoreParts;
  readonly #bucket: Bucket;

  constructor(parts: S3StoreParts) {
    this.#parts = parts;
    this.#bucket = new Bucket(parts.s3);
    this.incoming = new S3Incoming({ bucket: this.#bucket, db: parts.db, dataFolder: parts.dataFolder });
  }

  write(name: string, bytes: Uint8Array): Promise<void> {
    return this.#bucket.put(name, bytes);
  }

  copyIn(name: string, path: string): Promise<void> {
    return this.#bucket.putFile(name, path);
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
    const { dataFolder } = this.#parts;
    return withDownloaded({ bucket: this.#bucket, keys: [name], dataFolder }, work);
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
    return this.#parts.s3.redirectsPlayers ? this.#bucket.presign(name, headers) : null;
  }

  close(): void {
    this.#bucket.close();
  }
}
