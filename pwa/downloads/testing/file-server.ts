import { vi } from 'vitest';

interface ServedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The server's hash of the bytes, if it is wrong; null: the correct one. */
  readonly sha256: string | null;
}

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
}

interface ReplyRules {
  readonly status?: number;
  /** The connection breaks after so many bytes of the response. */
  readonly breaksAfter?: number;
  /** The whole file, as from a server without range support. */
  readonly ignoresRange?: boolean;
  /** A proxy responds in the server's place. */
  readonly isPortal?: boolean;
}

/** As in every response of the server. */
const REQUEST_ID = '019aa000-0000-7000-8000-000000000001';

/** Serves files by ranges, as the server does, and records every byte that was sent. */
export class FileServer {
  private readonly files = new Map<string, ServedFile>();
  /** `path first-last` of each request, in order. */
  readonly requests: string[] = [];
  /** The first byte, and the one after the last, of each range that was sent. */
  private readonly sent = new Map<string, [number, number][]>();
  /** False: like a server that sends no hash. */
  sendsDigest = true;
  /** Sets the response to a request, by its number, from 1. */
  rules: (path: string, request: RequestInit, count: number) => ReplyRules | Promise<ReplyRules> = () => ({});

  constructor() {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.reply(new URL(url, 'http://host'), init));
  }

  /** Serves a file, or replaces one. */
  put(path: string, bytes: Uint8Array<ArrayBuffer>, sha256?: string): void {
    this.files.set(path, { bytes, sha256: sha256 ?? null });
    this.sent.set(path, []);
  }

  /** Whether every byte of a file was sent, and none of them twice. */
  hasSentOnce(path: string): boolean {
    let end = 0;
    for (const [first, endExclusive] of (this.sent.get(path) ?? []).sort(([a], [b]) => a - b)) {
      if (first !== end) return false;
      end = endExclusive;
    }
    return end === this.files.get(path)?.bytes.byteLength;
  }

  private async reply({ pathname }: URL, init: RequestInit): Promise<Response> {
    const range = new Headers(init.headers).get('Range') ?? '';
    this.requests.push(`${pathname} ${range.replace('bytes=', '')}`);
    const rules = await this.rules(pathname, init, this.requests.length);
    init.signal?.throwIfAborted();
    if (rules.isPortal)
      return new Response('<h1>Welcome to the station</h1>', { status: rules.status ?? 200 });
    const file = this.files.get(pathname);
    if (file === undefined || (rules.status ?? 200) >= 400)
      return new Response(null, { status: rules.status ?? 404, headers: { 'X-Request-Id': REQUEST_ID } });
    const sha256 = file.sha256 ?? (await sha256Of(file.bytes));
    return this.send(pathname, { ...file, sha256 }, init, rules);
  }

  private send(path: string, file: ServedFile, init: RequestInit, rules: ReplyRules): Response {
    const etag = `"${file.sha256}"`;
    const headers = new Headers(init.headers);
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.get('Range') ?? '');
    const [, from = '0', to = ''] = range ?? [];
    const ifRange = headers.get('If-Range');
    const isWhole = range === null || rules.ignoresRange === true || (ifRange !== null && ifRange !== etag);
    const size = file.bytes.byteLength;
    const first = isWhole ? 0 : Number(from);
    const last = isWhole ? size - 1 : Math.min(Number(to), size - 1);
    const described = new Headers({ ETag: etag, 'Content-Length': String(last - first + 1) });
    if (this.sendsDigest) described.set('Repr-Digest', `sha-256=:${file.sha256}:`);
    described.set('Content-Type', 'video/mp4');
    if (!isWhole) described.set('Content-Range', `bytes ${first}-${last}/${size}`);
    if (init.method === 'HEAD') return new Response(null, { headers: described });
    const sent = Math.min(last + 1, first + (rules.breaksAfter ?? Number.POSITIVE_INFINITY));
    this.sent.get(path)?.push([first, sent]);
    const part = file.bytes.subarray(first, sent);
    const body = streamOf(part, sent <= last, init.signal ?? undefined);
    return new Response(body, { status: isWhole ? 200 : 206, headers: described });
  }
}

const STEP_BYTES = 256 * 1024;

/** Sends in steps; stops at the configured break, or when the client is gone. */
function streamOf(bytes: Uint8Array<ArrayBuffer>, breaks: boolean, signal?: AbortSignal) {
  let at = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (signal?.aborted) return controller.error(signal.reason);
        if (at < bytes.byteLength) controller.enqueue(bytes.slice(at, at + STEP_BYTES));
        at += STEP_BYTES;
        if (at < bytes.byteLength) return;
        if (breaks) controller.error(new TypeError('The connection was lost'));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
