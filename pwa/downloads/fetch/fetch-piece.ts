import { isFromServer } from '#pwa/api/api-response.ts';
import { STALL_MS, Watchdog } from './watchdog.ts';

/** The file is not available at this address: the address expired, or the file is deleted. */
export class FileUnavailableError extends Error {
  override readonly name = 'FileUnavailableError';
  /** Whether the server itself said so, and not a proxy or a captive portal. */
  readonly isCertain: boolean;

  constructor(status: number, isCertain: boolean) {
    super(`A file request returned ${status}`);
    this.isCertain = isCertain;
  }
}

export interface PieceRequest {
  /** Path below /media. */
  readonly url: string;
  /** First and last byte. */
  readonly from: number;
  readonly to: number;
  /** ETag of the bytes that are here already; null at the beginning. */
  readonly etag: string | null;
  readonly signal: AbortSignal;
}

export interface Piece {
  readonly headers: Headers;
  /** Offset of its first byte: 0 if the server has another file now or does not support ranges. */
  readonly from: number;
  /** Of the whole file; null if the server does not send it. */
  readonly sizeBytes: number | null;
  readonly bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/**
 * Requests a piece of a file and passes it to `take` as it arrives. Rejects when the response is not the
 * file: another status, a redirect (a portal's login page), a dead connection, or when the caller stops it.
 */
export async function fetchPiece(
  request: PieceRequest,
  take: (piece: Piece) => Promise<void>,
): Promise<void> {
  const watchdog = new Watchdog(STALL_MS, request.signal);
  try {
    const reply = await fetchRange(request, watchdog.signal);
    await take({ ...placeOf(reply, request), headers: reply.headers, bytes: read(reply, watchdog) });
  } finally {
    watchdog.stop();
  }
}

async function fetchRange({ url, from, to, etag }: PieceRequest, signal: AbortSignal): Promise<Response> {
  const headers = { Range: `bytes=${from}-${to}`, ...(etag !== null && { 'If-Range': etag }) };
  const reply = await fetch(url, {
    headers,
    credentials: 'same-origin',
    redirect: 'error',
    // The bytes go into the media cache; a second copy in the browser's HTTP cache would survive a sign-out.
    cache: 'no-store',
    // Content that the user is reading or watching has priority.
    priority: 'low',
    signal,
  });
  if (reply.status === 403 || reply.status === 404 || reply.status === 410)
    throw new FileUnavailableError(
      reply.status,
      isFromServer((name) => reply.headers.get(name)),
    );
  if (reply.status !== 200 && reply.status !== 206)
    throw new Error(`The server returned ${reply.status} for a file`);
  // Our server sends every file's version. A response without one is not ours: a portal's page must not
  // become a video.
  if (!reply.headers.has('ETag')) throw new Error('A file response is not from our server');
  return reply;
}

function placeOf(reply: Response, { from, etag }: PieceRequest): Pick<Piece, 'from' | 'sizeBytes'> {
  if (reply.status === 200) {
    const length = reply.headers.get('Content-Length');
    return { from: 0, sizeBytes: length === null ? null : Number(length) };
  }
  const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(reply.headers.get('Content-Range') ?? '');
  const isSame = etag === null || etag === reply.headers.get('ETag');
  if (range === null || Number(range[1]) !== from || !isSame)
    throw new Error('The server sent another part of a file than requested');
  return { from, sizeBytes: Number(range[2]) };
}

async function* read(reply: Response, watchdog: Watchdog): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = reply.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const next = await reader.read();
      if (next.done) return;
      watchdog.reset();
      yield next.value;
    }
  } finally {
    // A consumer that stops also ends the response.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the size of a file whose course does not list it. */
export async function fetchSize(url: string, signal: AbortSignal): Promise<number> {
  const reply = await fetch(url, { method: 'HEAD', redirect: 'error', cache: 'no-store', signal });
  return reply.ok ? Number(reply.headers.get('Content-Length') ?? 0) : 0;
}
