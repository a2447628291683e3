import { CACHED_HEADERS, type CacheEntry, readEntry } from '../downloads/cache/cache-entry.ts';
import { type CachedFileAddress, parseCachedPath } from '../downloads/cache/cached-file-url.ts';
import { CachedFile } from '../downloads/cache/media-cache.ts';
import { resolveRange } from './byte-range.ts';
import { streamChunks } from './stream-chunks.ts';

/**
 * Responds to a page's request for a file on this device: 200, 206 for a range of it, 416 for a range outside
 * it, 404 if it is not complete here. Never uses the network, so a file shown as saved really is.
 */
export async function respondWithOfflineFile(request: Request, pathname: string): Promise<Response> {
  const address = parseCachedPath(pathname);
  const file = address === null ? null : await findOfflineFile(address);
  return file === null ? notFound() : respondWithFile(request, file);
}

/** A complete file. */
export interface OfflineFile {
  readonly sizeBytes: number;
  readonly headers: Headers;
  /** Bytes `start` to `end`, both included. */
  read(start: number, end: number): ReadableStream<Uint8Array> | Blob;
}

/** Null if it is not on the device, or incomplete. */
export async function findOfflineFile({ userId, fileId }: CachedFileAddress): Promise<OfflineFile | null> {
  const cachedFile = new CachedFile(userId, fileId);
  const stored = await cachedFile.match();
  const entry = stored === undefined ? null : readEntry(stored);
  return entry?.isWhole === true ? inChunks(cachedFile, entry) : null;
}

function inChunks(cachedFile: CachedFile, entry: CacheEntry): OfflineFile {
  const { headers, sizeBytes } = entry;
  return { headers, sizeBytes, read: (start, end) => streamChunks(cachedFile, entry, { start, end }) };
}

export function respondWithFile(request: Request, file: OfflineFile): Response {
  const { sizeBytes } = file;
  const headers = fileHeaders(file);
  const range = isSameVersion(request, file)
    ? resolveRange(request.headers.get('Range'), sizeBytes)
    : 'whole';
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${sizeBytes}`);
    return new Response(null, { status: 416, headers });
  }
  if (range === 'whole') {
    headers.set('Content-Length', String(sizeBytes));
    return new Response(sizeBytes === 0 ? null : file.read(0, sizeBytes - 1), { headers });
  }
  headers.set('Content-Length', String(range.end - range.start + 1));
  headers.set('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  const part = file.read(range.start, range.end);
  return new Response(part, { status: 206, statusText: 'Partial Content', headers });
}

function fileHeaders(file: OfflineFile): Headers {
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  for (const name of CACHED_HEADERS) {
    const value = file.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** If-Range: a part is useful only to a client that has other parts of the same version. */
function isSameVersion(request: Request, file: OfflineFile): boolean {
  const ifRange = request.headers.get('If-Range');
  return ifRange === null || ifRange === file.headers.get('ETag');
}

function notFound(): Response {
  const body = { error: 'This file is not downloaded on this device', code: 'not_found' };
  return Response.json(body, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}
