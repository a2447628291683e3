import { vi } from 'vitest';

const STEP_MS = 500;
/** Turns of the event loop without a request under way, after which nothing more happens until a timer fires. */
const QUIET_TURNS = 30;
/** More calls come from loops that may never be quiet again. */
const STORM = 500;

const { setImmediate: nextTurn } = globalThis;

/**
 * The network of a page whose time is simulated: requests are counted, and time stands still while one is under way, its
 * body is compressed, or a transaction of the device's databases runs.
 */
export class CountedFetch {
  /** When each request left, in simulated ms. */
  readonly calls: { readonly atMs: number; readonly call: string }[] = [];
  underWay = 0;
  readonly #origin: string;
  readonly #send = globalThis.fetch;
  readonly #Compression = globalThis.CompressionStream;

  /** @param origin of the server, or of what is in front of it */
  constructor(origin: string) {
    this.#origin = origin;
  }

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    this.calls.push({ atMs: Date.now(), call: `${init.method ?? 'GET'} ${path}` });
    const isStream = path.startsWith('/api/events');
    this.underWay += 1;
    try {
      const reply = await this.#send(`${this.#origin}${path}`, init);
      if (isStream) return reply;
      const bytes = await reply.arrayBuffer();
      const { status, headers } = reply;
      // The body was decompressed here.
      return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
    } finally {
      this.underWay -= 1;
    }
  };

  /** A stream that compresses in a thread of its own, which the turns of the event loop do not wait for. */
  createCompression(format: CompressionFormat): GenericTransformStream {
    const { writable, readable } = new this.#Compression(format);
    this.underWay += 1;
    const flush = () => {
      this.underWay -= 1;
    };
    return { writable, readable: readable.pipeThrough(new TransformStream({ flush })) };
  }

  /** Counts the transactions of the databases. Returns a function that stops. */
  watchDatabases(): () => void {
    const { prototype } = IDBDatabase;
    const { transaction: begin } = prototype;
    const end = () => {
      this.underWay -= 1;
    };
    const watch = (transaction: IDBTransaction): IDBTransaction => {
      this.underWay += 1;
      transaction.addEventListener('complete', end);
      transaction.addEventListener('abort', end);
      return transaction;
    };
    prototype.transaction = function transaction(...args) {
      return watch(begin.apply(this, args));
    };
    return () => {
      prototype.transaction = begin;
    };
  }

  /** The largest number of requests within a minute. */
  busiestMinute(): number {
    const counts = this.calls.map(
      ({ atMs }) => this.calls.filter((other) => other.atMs >= atMs && other.atMs < atMs + 60_000).length,
    );
    return Math.max(0, ...counts);
  }
}

/** Lets simulated time pass; between two steps all that can happen without it does. */
export async function passTime(ms: number, network: CountedFetch): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    await settle(network);
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  await settle(network);
}

async function settle(network: CountedFetch): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
    if (network.underWay > 0) quiet = 0;
    if (network.calls.length > STORM) throw new Error(`A storm of ${network.calls.length} calls`);
    await new Promise<void>((resolve) => nextTurn(resolve));
  }
}
