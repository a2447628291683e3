/** A connection that sends nothing for this long counts as lost. */
const STALL_MS = 30_000;

/** Kept with the bytes: what a player or reader needs to know, and what binds the file to its own rules. */
const KEPT_HEADERS = ['Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'ETag'];

export interface FileRequest {
  /** A signed address below /media. */
  readonly url: string;
  readonly sizeBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Fetches one file whole and answers it as a response that can be stored. Rejects when the reply is
 * anything but the file: another status, a redirect (a portal's login page), more or fewer bytes than
 * announced, a line that went dead, or the caller's word to stop.
 */
export async function fetchFile({ url, sizeBytes, signal }: FileRequest): Promise<Response> {
  const watchdog = new Watchdog(STALL_MS);
  try {
    const reply = await fetch(url, {
      credentials: 'same-origin',
      redirect: 'error',
      // The bytes go into the media cache; a second copy in the browser's own would outlive a sign-out.
      cache: 'no-store',
      signal: AbortSignal.any([signal, watchdog.signal]),
    });
    if (reply.status !== 200) throw new Error(`The server answered ${reply.status} for a file`);
    const chunks = await readChunks(reply, sizeBytes, () => watchdog.pat());
    return new Response(new Blob(chunks), { headers: headersToKeep(reply) });
  } finally {
    watchdog.rest();
  }
}

async function readChunks(
  reply: Response,
  sizeBytes: number,
  onBytes: () => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = reply.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) break;
    onBytes();
    received += next.value.byteLength;
    if (received > sizeBytes) {
      await reader?.cancel();
      break;
    }
    chunks.push(next.value);
  }
  if (received !== sizeBytes) throw new Error(`A file of ${sizeBytes} bytes came with ${received}`);
  return chunks;
}

function headersToKeep(reply: Response): Headers {
  const headers = new Headers();
  for (const name of KEPT_HEADERS) {
    const value = reply.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Aborts its signal unless it is patted in time. */
class Watchdog {
  private readonly controller = new AbortController();
  private readonly patienceMs: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(patienceMs: number) {
    this.patienceMs = patienceMs;
    this.pat();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  pat(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(), this.patienceMs);
  }

  rest(): void {
    clearTimeout(this.timer);
  }
}
