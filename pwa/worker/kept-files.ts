import { type KeptFileAddress, keptFileUrl, mediaCacheName, parseKeptPath } from '../downloads/kept-url.ts';
import { resolveRange } from './byte-range.ts';

/** What the stored copy brings along; everything else is decided here. */
const KEPT_HEADERS = ['Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'ETag'];

/**
 * Answers a page's request for a file on this device: 200, 206 for a range of it, 416 for a range
 * outside it, 404 where it is not kept. Never asks the network: what the page shows as kept is kept.
 */
export async function answerKeptFile(request: Request, pathname: string): Promise<Response> {
  const address = parseKeptPath(pathname);
  const stored = address === null ? undefined : await findStored(address);
  if (stored === undefined) return notKept();
  const body = await stored.blob();
  const headers = fileHeaders(stored);
  const range = isSameVersion(request, stored)
    ? resolveRange(request.headers.get('Range'), body.size)
    : 'whole';
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${body.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (range === 'whole') {
    headers.set('Content-Length', String(body.size));
    return new Response(body, { headers });
  }
  headers.set('Content-Length', String(range.end - range.start + 1));
  headers.set('Content-Range', `bytes ${range.start}-${range.end}/${body.size}`);
  const part = body.slice(range.start, range.end + 1, body.type);
  return new Response(part, { status: 206, statusText: 'Partial Content', headers });
}

/** Looks first whether the cache exists: opening it would create one for people who keep nothing. */
async function findStored({ userId, fileId }: KeptFileAddress): Promise<Response | undefined> {
  const cacheName = mediaCacheName(userId);
  if (!(await caches.has(cacheName))) return undefined;
  return (await caches.open(cacheName)).match(keptFileUrl(userId, fileId));
}

function fileHeaders(stored: Response): Headers {
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  for (const name of KEPT_HEADERS) {
    const value = stored.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** If-Range: a part is only of use to somebody who holds other parts of the same version. */
function isSameVersion(request: Request, stored: Response): boolean {
  const ifRange = request.headers.get('If-Range');
  return ifRange === null || ifRange === stored.headers.get('ETag');
}

function notKept(): Response {
  const body = { error: 'This file is not kept on this device', code: 'not_found' };
  return Response.json(body, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}
