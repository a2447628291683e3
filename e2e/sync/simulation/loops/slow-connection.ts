import { worldClock } from '../machines/clock.ts';
import type { Speed } from '../run/circumstances.ts';
import type { SimulationRun } from '../run/simulation-run.ts';
import { type CheckedConnection, findLoops } from './loops.ts';

/** All bodies of a device share its connection, piece by piece. */
const PIECE_BYTES = 4 * 1_024;
/** By `faultPercent`: three pieces of a hundred, so half of the bodies of 100 kB do not arrive. */
const FAULTS_OF = 1_000;

/**
 * The connection of one device: it carries bodies at a speed, breaks in the middle of some, and goes silent in the
 * middle of others, which only the device ends.
 */
export class SlowConnection implements CheckedConnection {
  readonly #run: SimulationRun;
  readonly #device: string;
  readonly #speed: Speed;
  #freeAtMs = 0;
  #isLifted = false;
  /** When each piece that has not arrived was sent. */
  readonly #pieces = new Set<{ readonly atMs: number }>();

  constructor(run: SimulationRun, device: string, speed: Speed) {
    this.#run = run;
    this.#device = device;
    this.#speed = speed;
  }

  /** Carries the body of a request. */
  async send({ body, signal }: RequestInit): Promise<void> {
    const aborted = untilAborted(signal ?? null);
    await this.#wait(this.#speed.latencyMs);
    for (let left = sizeOf(body); left > 0; left -= PIECE_BYTES)
      await this.#carry(Math.min(left, PIECE_BYTES), aborted);
  }

  /** Carries the body of a reply while it is read. */
  async receive(reply: Response, signal: AbortSignal | null): Promise<Response> {
    if (reply.body === null) return reply;
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const aborted = untilAborted(signal);
    let at = 0;
    const readPiece = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      at += piece.length;
      if (piece.length === 0) return controller.close();
      await this.#carry(piece.length, aborted);
      controller.enqueue(piece);
    };
    return new Response(new ReadableStream({ pull: readPiece }, { highWaterMark: 0 }), reply);
  }

  lift(): void {
    this.#isLifted = true;
  }

  isSilentFor(ms: number): boolean {
    return [...this.#pieces].some(({ atMs }) => worldClock.now() - atMs > ms);
  }

  async #carry(bytes: number, aborted: Promise<never>): Promise<void> {
    const piece = { atMs: worldClock.now() };
    this.#pieces.add(piece);
    try {
      await Promise.race([this.#untilArrived(bytes), aborted]);
    } finally {
      this.#pieces.delete(piece);
    }
  }

  async #untilArrived(bytes: number): Promise<void> {
    const { random, faultPercent } = this.#run;
    const isFaulty = random.below(FAULTS_OF) < faultPercent;
    if (isFaulty && random.below(2) === 0) await new Promise<never>(() => undefined);
    const now = worldClock.now();
    this.#freeAtMs = Math.max(now, this.#freeAtMs) + bytes / this.#speed.bytesPerMs;
    await this.#wait(this.#freeAtMs - now);
    if (isFaulty) throw new TypeError('Failed to fetch');
  }

  /** Rejects if the device has no network afterwards. */
  async #wait(ms: number): Promise<void> {
    if (this.#isLifted) return;
    const loops = findLoops(this.#run);
    await new Promise((resolve) => loops?.timers.globals.setTimeout(() => resolve(null), ms));
    if (loops?.offline.has(this.#device)) throw new TypeError('Failed to fetch');
  }
}

function sizeOf(body: RequestInit['body']): number {
  if (typeof body === 'string') return body.length;
  return body instanceof Blob ? body.size : 0;
}

/** Never resolves. */
export function untilAborted(signal: AbortSignal | null): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
  // The request may have ended before.
  aborted.catch(() => undefined);
  return aborted;
}
