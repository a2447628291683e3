import type { Hono } from 'hono';
import type { FileRow } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { EncodedBody } from '../http/reply/encoded-body.ts';
import { matchesEtag } from '../http/reply/etag.ts';
import { MEDIA_POLICY } from '../http/reply/security-headers.ts';
import { type AppContext, type AppEnv, reply } from '../http/reply.ts';
import { type ByteRange, parseRange } from '../media-store/byte-range.ts';
import { StoreUnavailableError } from '../media-store/media-store.ts';
import { mediaName, thumbnailName } from '../media-store/stored-names.ts';
import { contentDisposition } from './content-disposition.ts';
import { findFile } from './file-queries.ts';
import { typeOf } from './type-of.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FILE_ID = /^[0-9a-f]{32}$/;
const THUMBNAIL_NAME = /^[A-Za-z0-9_-]{1,120}-(?:640|1280)\.webp$/;

/** Videos and documents behind signed addresses, and the public thumbnails. */
export function mountMedia(app: Hono<AppEnv>, deps: Deps): void {
  app.get('/media/thumbnails/:name', (c) => getThumbnail(deps, c));
  app.get('/media/:fileId', (c) => getFile(deps, c));
  app.all('/media/*', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') throw new ApiError('not_found');
    throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
  });
}

/** The name contains a hash of the image, so a new image has a new address. */
async function getThumbnail(deps: Deps, c: AppContext): Promise<Response> {
  const name = pathParam(c, 'name');
  if (!THUMBNAIL_NAME.test(name)) throw new ApiError('not_found');
  const bytes = await deps.mediaStore.findBytes(thumbnailName(name));
  if (bytes === null) throw new ApiError('not_found');
  const etag = new EncodedBody(bytes).etag('identity');
  const headers = {
    ETag: etag,
    'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
  };
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return reply(c, null, { status: 304, headers });
  const described = { ...headers, 'Content-Type': 'image/webp', 'Content-Length': String(bytes.byteLength) };
  return reply(c, bytes, { headers: described });
}

/** The signature is verified before any lookup: without one, a caller cannot learn what exists. */
async function getFile(deps: Deps, c: AppContext): Promise<Response> {
  const fileId = pathParam(c, 'fileId');
  if (!FILE_ID.test(fileId)) throw new ApiError('not_found');
  const { expires, signature } = c.req.query();
  const query = { ...(expires && { expires }), ...(signature && { signature }) };
  if (!deps.media.isValid(fileId, query, deps.clock.now())) throw new ApiError('not_allowed');
  const file = await findFile(deps.db, fileId);
  if (file === undefined) throw new ApiError('not_found');
  const address = await findRedirect(deps, c, file);
  if (address !== null) return reply(c, null, { status: 302, headers: redirectHeaders(address) });
  return replyWithFile(deps, c, file);
}

function replyWithFile(deps: Deps, c: AppContext, file: FileRow): Promise<Response> | Response {
  const etag = `"${file.digest}"`;
  const headers = fileHeaders(file, etag);
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return reply(c, null, { status: 304, headers });
  const ifRange = c.req.header('If-Range');
  const isSameFile = ifRange === undefined || ifRange === etag;
  const range = isSameFile ? parseRange(c.req.header('Range'), file.sizeBytes) : null;
  if (range === 'unsatisfiable') {
    const contentRange = `bytes */${file.sizeBytes}`;
    return reply(c, null, { status: 416, headers: { ...headers, 'Content-Range': contentRange } });
  }
  return sendFile(deps, c, { file, headers, range });
}

/**
 * An address of the file outside of this server, for the requests of players only. Downloads need the digest among the
 * headers, captions need this origin, and a document that is opened needs this server's policy.
 */
async function findRedirect({ mediaStore }: Deps, c: AppContext, file: FileRow): Promise<string | null> {
  const destination = c.req.header('Sec-Fetch-Dest');
  if (c.req.method !== 'GET' || (destination !== 'video' && destination !== 'audio')) return null;
  const described = { contentType: typeOf(file), contentDisposition: contentDisposition(file.name) };
  return mediaStore.findRedirect(mediaName(file.id), described);
}

/** The address is signed for a few hours, so a cache must not store it. */
const redirectHeaders = (address: string) => ({ Location: address, 'Cache-Control': 'private, no-store' });

interface FileReply {
  readonly file: FileRow;
  readonly headers: Readonly<Record<string, string>>;
  readonly range: ByteRange | null;
}

async function sendFile(deps: Deps, c: AppContext, { file, headers, range }: FileReply): Promise<Response> {
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 };
  const all: Record<string, string> = {
    ...headers,
    'Content-Type': typeOf(file),
    'Content-Length': String(last - first + 1),
  };
  if (range !== null) all['Content-Range'] = `bytes ${first}-${last}/${file.sizeBytes}`;
  const status = range === null ? 200 : 206;
  if (c.req.method === 'HEAD') return reply(c, null, { status, headers: all });
  const name = mediaName(file.id);
  const stream = await deps.mediaStore.read(name, { first, last }).catch((error: unknown) => {
    if (error instanceof StoreUnavailableError) throw error;
    deps.log.error({ fileId: file.id, error: String(error) }, 'a stored file cannot be read');
    throw new ApiError('not_found');
  });
  return reply(c, stream, { status, headers: all });
}

function fileHeaders(file: FileRow, etag: string): Record<string, string> {
  return {
    ETag: etag,
    'Repr-Digest': reprDigest(file.digest),
    'Accept-Ranges': 'bytes',
    'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable`,
    'Content-Disposition': contentDisposition(file.name),
    'Content-Security-Policy': MEDIA_POLICY,
  };
}

/**
 * SHA-256 of the whole file, also for a part of it (RFC 9530): a device that stored it in parts compares it.
 */
function reprDigest(digest: string): string {
  return `sha-256=:${Buffer.from(digest, 'base64url').toString('base64')}:`;
}
