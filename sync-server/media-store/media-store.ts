import type { ByteRange } from './byte-range.ts';

/** The places of stored files; a name is `<place>/<file>`. */
export type StoredPlace = 'media' | 'thumbnails';

export interface StoredFile {
  readonly sizeBytes: number;
  /** When the file came to its place, or last changed. */
  readonly changedAtMs: number;
}

/** The headers with which a redirected client receives a file. */
export interface RedirectHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/**
 * The stored files: videos, documents and captions, and thumbnails. They are in a folder or in an S3 bucket;
 * everything else of the server knows only this interface.
 *
 * Names are those of `stored-names.ts`. The bytes under a name never change. A file is stored completely when a method
 * resolves; what a kill leaves of it is named by no row, and the daily sweep deletes it.
 *
 * Every method throws StoreUnavailableError when the store cannot be reached or refuses the request, and an error for
 * which `isDiskFull` is true when it has no space. Nothing is stored then.
 */
export interface FileStore {
  /** Stores bytes that are in memory, under a new name. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Stores a copy of a local file. */
  copyIn(name: string, path: string): Promise<void>;
  /** Copies a file to a local path, which may not exist yet. Throws MissingFileError. */
  copyOut(name: string, path: string): Promise<void>;
  /** Moves a finished temporary file (see `temporaryPath`) to its place. */
  moveIn(name: string, path: string): Promise<void>;
  /** Null when there is no such file. */
  findFile(name: string): Promise<StoredFile | null>;
  /** A whole file, for small ones; null when there is none. */
  findBytes(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * Returns part of a file as a stream that reads only as fast as it is consumed. It ends its reading when it is
   * cancelled. Throws MissingFileError before anything is sent.
   */
  read(name: string, range: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Runs `work` with a local file that has the bytes. `work` must not change it. Throws MissingFileError. */
  withLocalFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Deletes files, whether they exist or not. */
  remove(...names: readonly string[]): Promise<void>;
  /** The file names in a place, without `<place>/`, in pages. */
  list(place: StoredPlace): AsyncIterable<readonly string[]>;
  /** An address outside of this server where a client may fetch the file for a while; null: there is none. */
  findRedirect(name: string, headers: RedirectHeaders): Promise<string | null>;
  close(): void;
}

/** The store of the server, with uploads, which the operator's commands do not use. */
export interface MediaStore extends FileStore {
  readonly incoming: IncomingStore;
}

/**
 * The bytes of resumable uploads, by their file id. Any process that shares the store and the database may take the
 * next bytes.
 */
export interface IncomingStore {
  /** How many bytes of an upload are stored; 0 for a new one. */
  count(fileId: string): Promise<number>;
  /**
   * Appends bytes that begin at `offset`, and returns the offset after them. When the source fails, the bytes
   * received until then are stored before its error is thrown. Throws OffsetTakenError when other bytes were
   * appended meanwhile; then none of these are.
   */
  append(fileId: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number>;
  /** The first bytes, {@link HEAD_BYTES} at most. */
  readHead(fileId: string): Promise<Buffer>;
  /** As {@link FileStore.withLocalFile}, with all bytes of an upload; they are durable. The upload is not empty. */
  withLocalFile<T>(fileId: string, work: (path: string) => Promise<T>): Promise<T>;
  /**
   * Stores the bytes as the file `media/<fileId>` and leaves the upload unchanged: nothing is lost if the edit is
   * rejected. `path` is that of {@link withLocalFile}. Idempotent.
   */
  place(fileId: string, path: string): Promise<void>;
  /** Deletes the bytes of an upload, whether it exists or not. */
  remove(fileId: string): Promise<void>;
  /** The file ids of all uploads with stored bytes, in pages. */
  list(): AsyncIterable<readonly string[]>;
  /** When the last bytes of an upload were stored; null: there are none. */
  findChangedAtMs(fileId: string): Promise<number | null>;
}

/** Long enough for every signature that is checked. */
export const HEAD_BYTES = 8 * 1024;

/** There is no file under a name. */
export class MissingFileError extends Error {
  constructor(name: string) {
    super(`There is no file ${name}`);
  }
}

/** Other bytes of an upload were stored at the same offset, by another request. */
export class OffsetTakenError extends Error {}

/** The store cannot be reached, or refuses requests. Nothing was stored. The message is for the operator. */
export class StoreUnavailableError extends Error {}

/** The store has no space left. Nothing was stored. */
export class StoreFullError extends Error {
  /** As the errors of a full disk (disk-full.ts). */
  readonly code = 'STORE_FULL';
}
