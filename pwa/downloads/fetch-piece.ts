import { isFromServer } from '../api/answer.ts';
import { STALL_MS, Watchdog } from './watchdog.ts';

/** The file is not given out under this address: it ran out, or the file is gone. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
  /** Whether the server itself said so, and not a proxy or a captive portal. */
  readonly isCertain: boolean;

  constructor(status: number, isCertain: boolean) {
    super(`A file was answered with ${status}`);
    this.isCertain = isCertain;
  }
}

export interface PieceRequest {
  /** Below /media. */
  readonly url: string;
  /** First and last byte. */
  readonly from: number;
  readonly to: number;
  /** Of the bytes that are here already; null at the beginning. */
  readonly etag: string | null;
  readonly signal: AbortSignal;
}

export interface Piece {
  readonly headers: Headers;
  /** Where its first byte belongs: at the beginning, where the server has another file now or knows no ranges. */
  readonly from: number;
  /** Of the whole file; null where the server does not tell. */
  readonly sizeBytes: number | null;
  readonly bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/**
 * Asks for a piece of a file and hands it to `take` as it comes. Rejects when the reply is anything but the
 * file: another status, a redirect (a portal's login page), a line that went dead, or the caller's word to stop.
 */
export async function fetchPiece(
  request: PieceRequest,
  take: (piece: Piece) => Promise<void>,
): Promise<void> {
  const watchdog = new Watchdog(STALL_MS);
  const signal = AbortSignal.any([request.signal, watchdog.signal]);
  try {
    const reply = await ask(request, signal);
    await take({ ...placeOf(reply, request), headers: reply.headers, bytes: read(reply, watchdog) });
  } finally {
    watchdog.rest();
  }
}

async function ask({ url, from, to, etag }: PieceRequest, signal: AbortSignal): Promise<Response> {
  const headers = { Range: `bytes=${from}-${to}`, ...(etag !== null && { 'If-Range': etag }) };
  const reply = await fetch(url, {
    headers,
    credentials: 'same-origin',
    redirect: 'error',
    // The bytes go into the media cache; a second copy in the browser's own would outlive a sign-out.
    cache: 'no-store',
    // Whoever reads or watches something now comes first.
    priority: 'low',
    signal,
  });
  if (reply.status === 403 || reply.status === 404 || reply.status === 410)
    throw new FileGoneError(
      reply.status,
      isFromServer((name) => reply.headers.get(name)),
    );
  if (reply.status !== 200 && reply.status !== 206)
    throw new Error(`The server answered ${reply.status} for a file`);
  // Our server names every file's version. Whoever does not is not it: a portal's page must not become a film.
  if (!reply.headers.has('ETag')) throw new Error('Somebody else than the server answered for a file');
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
    throw new Error('The server sent another part of a file than was asked for');
  return { from, sizeBytes: Number(range[2]) };
}

async function* read(reply: Response, watchdog: Watchdog): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = reply.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const next = await reader.read();
      if (next.done) return;
      watchdog.pat();
      yield next.value;
    }
  } finally {
    // Whoever takes no more ends the reply too.
    await reader.cancel().catch(() => undefined);
  }
}

/** How large a file is of which the course does not tell it. */
export async function askSize(url: string, signal: AbortSignal): Promise<number> {
  const reply = await fetch(url, { method: 'HEAD', redirect: 'error', cache: 'no-store', signal });
  return reply.ok ? Number(reply.headers.get('Content-Length') ?? 0) : 0;
}
