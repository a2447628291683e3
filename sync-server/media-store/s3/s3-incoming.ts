import type { Database } from '#sync-server/db/open.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { HEAD_BYTES, type IncomingStore, MissingFileError, OffsetTakenError } from '../media-store.ts';
import { mediaName, newFileId } from '../stored-names.ts';
import type { Bucket } from './bucket.ts';
import { readObjects, withDownloaded } from './download-objects.ts';
import { countPieceBytes, insertPiece, listPieces, removePieces } from './piece-queries.ts';

/** Bytes of an upload that are in memory until they are stored as one object. */
const PIECE_BYTES = 2 * 1024 * 1024;
const PREFIX = 'incoming/';

interface IncomingParts {
  readonly bucket: Bucket;
  readonly db: Database;
  /** For temporary files. */
  readonly dataFolder: string;
}

/**
 * Uploads as objects of about 2 MB. An object is stored first, under a name of its own; then one transaction adds its
 * row, if the upload still ends where the piece begins. So any process continues an upload, two that append at once
 * cannot both succeed, and bytes without a row are no part of the upload: they are deleted with it.
 *
 * The parts of S3's own multipart uploads are no use here: all but the last have 5 MiB at least, and no store says
 * atomically where the next one begins.
 */
export class S3Incoming implements IncomingStore {
  readonly #parts: IncomingParts;

  constructor(parts: IncomingParts) {
    this.#parts = parts;
  }

  count(fileId: string): Promise<number> {
    return countPieceBytes(this.#parts.db, fileId);
  }

  async append(fileId: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number> {
    let end = offset;
    let failure: { readonly error: unknown } | null = null;
    for await (const bytes of gather(source, (error) => (failure = { error }))) {
      await this.#addPiece(fileId, end, bytes);
      end += bytes.byteLength;
    }
    throwFailure(failure);
    return end;
  }

  async readHead(fileId: string): Promise<Buffer> {
    let head = Buffer.alloc(0);
    for await (const chunk of readObjects(this.#parts.bucket, await this.#listKeys(fileId))) {
      head = Buffer.concat([head, chunk]);
      if (head.byteLength >= HEAD_BYTES) break;
    }
    return head.subarray(0, HEAD_BYTES);
  }

  /** Downloads the pieces into a temporary file of this process. */
  async withLocalFile<T>(fileId: string, work: (path: string) => Promise<T>): Promise<T> {
    const keys = await this.#listKeys(fileId);
    if (keys.length === 0) throw new MissingFileError(prefixOf(fileId));
    return withDownloaded({ ...this.#parts, keys }, work);
  }

  place(fileId: string, path: string): Promise<void> {
    return this.#parts.bucket.putFile(mediaName(fileId), path);
  }

  /** The rows first: a kill in between leaves an upload without bytes, not one whose bytes are missing. */
  async remove(fileId: string): Promise<void> {
    const { bucket, db } = this.#parts;
    await inTransaction(db, (trx) => removePieces(trx, fileId));
    for await (const { objects } of bucket.list(prefixOf(fileId)))
      for (const { key } of objects) await bucket.delete(key);
  }

  async *list(): AsyncGenerator<readonly string[]> {
    for await (const { prefixes } of this.#parts.bucket.list(PREFIX, '/'))
      yield prefixes.map((prefix) => prefix.slice(PREFIX.length, -1));
  }

  async findChangedAtMs(fileId: string): Promise<number | null> {
    let newest: number | null = null;
    for await (const { objects } of this.#parts.bucket.list(prefixOf(fileId)))
      for (const { changedAtMs } of objects) newest = Math.max(newest ?? 0, changedAtMs);
    return newest;
  }

  async #addPiece(fileId: string, offsetBytes: number, bytes: Uint8Array): Promise<void> {
    const { bucket, db } = this.#parts;
    const key = `${prefixOf(fileId)}${newFileId()}`;
    await bucket.put(key, bytes);
    const piece = { fileId, offsetBytes, sizeBytes: bytes.byteLength, key };
    if (await inTransaction(db, (trx) => insertPiece(trx, piece))) return;
    await bucket.delete(key);
    throw new OffsetTakenError(`Bytes at ${offsetBytes} do not continue the upload ${fileId}`);
  }

  async #listKeys(fileId: string): Promise<string[]> {
    return (await listPieces(this.#parts.db, fileId)).map(({ key }) => key);
  }
}

const prefixOf = (fileId: string): string => `${PREFIX}${fileId}/`;

function throwFailure(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

/** Joins chunks into pieces. Reports an error of the source after the last piece instead of throwing it. */
async function* gather(
  source: AsyncIterable<Uint8Array>,
  reportError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const input = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await input.next().catch((error: unknown) => {
        reportError(error);
        return { done: true, value: undefined } as const;
      });
      if (next.done !== true) {
        chunks.push(next.value);
        sizeBytes += next.value.byteLength;
        if (sizeBytes < PIECE_BYTES) continue;
      }
      if (sizeBytes > 0) yield Buffer.concat(chunks);
      if (next.done === true) return;
      [chunks, sizeBytes] = [[], 0];
    }
  } finally {
    // Ends the source when a piece could not be stored.
    await input.return?.();
  }
}
