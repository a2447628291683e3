import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { UploadRow } from '#sync-server/db/upload-tables.ts';
import type { Deps } from '#sync-server/deps.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { storageProblem } from '#sync-server/media/storage-problem.ts';
import { HEAD_BYTES, OffsetTakenError } from '#sync-server/media-store/media-store.ts';
import { discardUpload } from '../discard-uploads.ts';
import { requireKind } from '../files/upload-kind.ts';
import { findUploadOfFile, isUsable, touchUpload } from '../upload-queries.ts';

const DISCARDING_MAX_MS = 20_000;

/**
 * Stores the bytes of uploads for the protocol's handlers. Its ids are file names, which only this server
 * generates; the ownership was checked before. The offset of an upload is what its store has, so after a
 * kill in the middle of a piece it continues from the stored bytes.
 */
export class TusStore extends DataStore {
  override readonly extensions = ['creation', 'termination'];
  readonly #deps: Deps;

  constructor(deps: Deps) {
    super();
    this.#deps = deps;
  }

  /** The row exists already; creating it twice is harmless. */
  override async create(upload: Upload): Promise<Upload> {
    await this.#deps.mediaStore.incoming.count(upload.id).catch(asRefusal);
    return upload;
  }

  override async getUpload(fileId: string): Promise<Upload> {
    const { sizeBytes, createdAt, attachedAt } = await this.#row(fileId);
    // The bytes of an attached one are among the files.
    const offset = attachedAt === null ? await this.#deps.mediaStore.incoming.count(fileId) : sizeBytes;
    return new Upload({ id: fileId, size: sizeBytes, offset, creation_date: createdAt });
  }

  override async remove(fileId: string): Promise<void> {
    await discardUpload(this.#deps, fileId);
  }

  /**
   * Writes a piece and returns the offset after it. Bytes received before a disconnect are retained. Throws
   * ApiError: 400 as soon as the first bytes show that it is neither video nor image (none of it is stored
   * then), 507 when the disk is full.
   */
  override async write(piece: Readable, fileId: string, offset: number): Promise<number> {
    const row = await this.#row(fileId);
    if (row.attachedAt !== null) throw new ApiError('upload_offset');
    const { db, clock } = this.#deps;
    const { incoming } = this.#deps.mediaStore;
    let end = offset;
    try {
      end = await incoming.append(fileId, offset, offset === 0 ? checkHead(piece, row) : piece);
      // The first piece was shorter than a signature may be.
      if (offset > 0 && offset < HEAD_BYTES) checkKind(row, { head: await incoming.readHead(fileId), end });
    } catch (error) {
      if (error instanceof OffsetTakenError) throw new ApiError('upload_offset');
      if (error instanceof ApiError) await discardUpload(this.#deps, fileId);
      return asRefusal(error);
    } finally {
      const at = clock.now().toISOString();
      await inTransaction(db, (trx) => touchUpload(trx, fileId, at));
    }
    return end;
  }

  async #row(fileId: string): Promise<UploadRow> {
    const row = await findUploadOfFile(this.#deps.db, fileId);
    if (row === undefined || !isUsable(row)) throw new ApiError('upload_not_found');
    return row;
  }
}

/** Passes the bytes on once the first 8 kB of them (or all, if fewer) were checked. */
async function* checkHead(piece: Readable, row: UploadRow): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = piece[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= HEAD_BYTES) break;
  }
  try {
    checkKind(row, { head, end: head.length });
  } catch (error) {
    await discard(chunks);
    throw error;
  }
  yield head;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

/** Drains a rejected piece, within limits, for a client that sends it all before it reads the reply. */
async function discard(chunks: AsyncIterator<Buffer>): Promise<void> {
  const endMs = Date.now() + DISCARDING_MAX_MS;
  while (Date.now() < endMs && (await chunks.next()).done !== true);
}

/**
 * A beginning that is too short to be checked is accepted; it is checked again, at the latest before the
 * upload is attached.
 */
function checkKind(row: UploadRow, { head, end }: { head: Buffer; end: number }): void {
  if (end >= Math.min(HEAD_BYTES, row.sizeBytes)) requireKind(row.kind, head);
}

function asRefusal(error: unknown): never {
  throw storageProblem(error) ?? error;
}
