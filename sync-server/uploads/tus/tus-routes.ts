import { Readable } from 'node:stream';
import type { Hono } from 'hono';
import { TUS_BYTES_TYPE, UPLOADS_PATH } from '#schema/sync/upload.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Deps } from '#sync-server/deps.ts';
import type { Caller } from '#sync-server/http/caller.ts';
import { requireCaller } from '#sync-server/http/find-caller.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { type AppContext, type AppEnv, personalHeaders, reply } from '#sync-server/http/reply.ts';
import { newFileId } from '#sync-server/media-store/stored-names.ts';
import { drainBody } from '../files/drain-body.ts';
import { findOrInsertUpload, findUpload, isUsable } from '../upload-queries.ts';
import { readUploadId, readUploadRequest, type UploadRequest } from './tus-requests.ts';
import { createTusServer, type TusServer, type UploadTarget, withProtocol } from './tus-server.ts';

const METHODS_OF_ALL = ['POST', 'OPTIONS'];
const METHODS_OF_ONE = ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Mounts the resumable uploads (schema/sync/upload.ts): for admins, each with their own uploads only. The caller
 * and the ownership are checked before the protocol's handlers see the request or a byte is read.
 */
export function mountUploads(app: Hono<AppEnv>, deps: Deps): void {
  const tus = createTusServer(deps);
  const createHandler = (isOne: boolean) => async (c: AppContext) => {
    try {
      return await handleTus(deps, c, { tus, isOne });
    } catch (error) {
      if (!c.req.raw.bodyUsed) await drainBody(openBody(c));
      throw error instanceof ApiError ? withProtocol(error) : error;
    }
  };
  app.all(UPLOADS_PATH, createHandler(false));
  app.all(`${UPLOADS_PATH}/:uploadId`, createHandler(true));
}

interface TusCall {
  readonly tus: TusServer;
  /** Whether the path names an upload. */
  readonly isOne: boolean;
}

async function handleTus(deps: Deps, c: AppContext, { tus, isOne }: TusCall): Promise<Response> {
  const caller = await requireCaller(deps, c);
  if (caller.role !== 'admin') throw new ApiError('not_allowed');
  const { method } = c.req.raw;
  const allowed = isOne ? METHODS_OF_ONE : METHODS_OF_ALL;
  if (!allowed.includes(method)) {
    throw new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
  }
  const target = method === 'OPTIONS' ? null : await findTarget(deps, c, { caller, isOne });
  const { status, headers } = await tus.handle(requestOf(c, target), target);
  if (method === 'POST') deps.log.info({ userId: caller.id, uploadId: target?.id }, 'upload started');
  return reply(c, null, { status, headers: { ...personalHeaders, ...headers } });
}

interface TusRequest {
  readonly caller: Caller;
  readonly isOne: boolean;
}

/** Returns the caller's own upload of a request, created now or before. Throws ApiError. */
async function findTarget(deps: Deps, c: AppContext, { caller, isOne }: TusRequest): Promise<UploadTarget> {
  if (c.req.method === 'PATCH' && c.req.header('Content-Type') !== TUS_BYTES_TYPE) {
    throw new ApiError('unsupported_type', { message: `Bytes of an upload are sent as ${TUS_BYTES_TYPE}` });
  }
  if (!isOne) return beginUpload(deps, caller, readUploadRequest(c));
  const row = await findUpload(deps.db, caller.id, readUploadId(c));
  if (row === undefined || !isUsable(row)) throw new ApiError('upload_not_found');
  return row;
}

/** A repeated creation returns the existing upload; a different one under the same id is rejected. */
async function beginUpload(deps: Deps, caller: Caller, uploadRequest: UploadRequest): Promise<UploadTarget> {
  await deps.limits.consume([{ limit: 'uploadByUser', key: caller.id }]);
  const at = deps.clock.now().toISOString();
  const { id, kind, sizeBytes, sha256: digest = null } = uploadRequest;
  const begun = {
    ...{ id, kind, sizeBytes, digest, userId: caller.id, fileId: newFileId() },
    ...{ createdAt: at, touchedAt: at, attachedAt: null },
  };
  const row = await inTransaction(deps.db, (trx) => findOrInsertUpload(trx, begun));
  const isSame = row.kind === kind && row.sizeBytes === sizeBytes && row.digest === digest;
  if (!isSame || !isUsable(row)) throw new ApiError('id_taken');
  return row;
}

/** Bytes in a creation are ignored: they are sent by PATCH, where a repeat cannot overwrite. */
function requestOf(c: AppContext, target: UploadTarget | null): Request {
  const { raw } = c.req;
  if (raw.method !== 'POST' || target === null) return raw;
  const headers = new Headers(raw.headers);
  headers.delete('Content-Type');
  return new Request(raw.url, { method: 'POST', headers });
}

/** Node's own request, if there is one: its rest is drained before a rejection. */
function openBody(c: AppContext): Readable {
  return c.env?.incoming ?? Readable.from([]);
}
