import { KEPT_HEADERS, type KeptEntry, readEntry } from '../downloads/kept-entry.ts';
import { type KeptFileAddress, parseKeptPath } from '../downloads/kept-url.ts';
import { Shelf } from '../downloads/media-cache.ts';
import { resolveRange } from './byte-range.ts';
import { streamChunks } from './stream-chunks.ts';

/**
 * Responds to a page's request for a file on this device: 200, 206 for a range of it, 416 for a range outside
 * it, 404 if it is not complete here. Never uses the network, so a file shown as saved really is.
 */
export async function answerKeptFile(request: Request, pathname: string): Promise<Response> {
  const address = parseKeptPath(pathname);
  const file = address === null ? null : await findKeptFile(address);
  return file === null ? notKept() : answerFile(request, file);
}

/** A complete file, in either storage format. */
export interface KeptFile {
  readonly sizeBytes: number;
  readonly headers: Headers;
  /** Bytes `start` to `end`, both included. */
  read(start: number, end: number): ReadableStream<Uint8Array> | Blob;
}

/** Null if it is not on the device, or incomplete. */
export async function findKeptFile({ userId, fileId }: KeptFileAddress): Promise<KeptFile | null> {
  const shelf = new Shelf(userId, fileId);
  const stored = await shelf.match();
  if (stored === undefined) return null;
  const entry = readEntry(stored);
  if (entry === null) return wholeBody(stored, await stored.blob());
  return entry.isWhole ? inChunks(shelf, entry) : null;
}

/** The storage format of earlier releases. */
function wholeBody(stored: Response, body: Blob): KeptFile {
  const { headers } = stored;
  return { headers, sizeBytes: body.size, read: (start, end) => body.slice(start, end + 1, body.type) };
}

function inChunks(shelf: Shelf, entry: KeptEntry): KeptFile {
  const { headers, sizeBytes } = entry;
  return { headers, sizeBytes, read: (start, end) => streamChunks(shelf, entry, { start, end }) };
}

export function answerFile(request: Request, file: KeptFile): Response {
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

function fileHeaders(file: KeptFile): Headers {
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  for (const name of KEPT_HEADERS) {
    const value = file.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** If-Range: a part is useful only to a client that has other parts of the same version. */
function isSameVersion(request: Request, file: KeptFile): boolean {
  const ifRange = request.headers.get('If-Range');
  return ifRange === null || ifRange === file.headers.get('ETag');
}

function notKept(): Response {
  const body = { error: 'This file is not kept on this device', code: 'not_found' };
  return Response.json(body, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}
