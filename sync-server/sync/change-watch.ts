import type { Logger } from 'pino';
import { getLastSequence } from '../db/changes/changes-queries.ts';
import type { Db } from '../db/open.ts';
import { getEpoch } from '../epoch/epoch-queries.ts';
import type { PositionNotes } from '../epoch/restore-evidence.ts';

const POLL_MS = 1_000;
/** Commits that follow each other closely become one notification. */
const TOGETHER_MS = 50;

/** The changes between two polls. */
export interface ChangeRange {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly upTo: number;
}

type Listener = (range: ChangeRange) => Promise<void>;

interface WatchDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly watermark: PositionNotes;
  /** The number of the last change at start. */
  readonly sequence: number;
}

/**
 * Detects commits: of this process at once ({@link notice}), of other processes by polling the last change
 * number once a second.
 * - Many changes between two looks are one notification.
 * - Each poll after a change writes the watermark, at the latest `stop`. A failed write is repeated by
 *   the next poll, with or without another change.
 * - A failing listener is logged and does not block the others.
 */
export class ChangeWatch {
  readonly #deps: WatchDeps;
  readonly #listeners = new Set<Listener>();
  #sequence: number;
  /** The sequence of the last watermark. */
  #recorded: number;
  #timer: NodeJS.Timeout | undefined;
  #cancelSoon: (() => void) | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #polling: Promise<void> = Promise.resolve();

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#sequence = deps.sequence;
    this.#recorded = deps.sequence;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.poll(), POLL_MS).unref();
  }

  /** The number of the last change that was seen. */
  get sequence(): number {
    return this.#sequence;
  }

  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** This process has committed: looks after this turn of the event loop, or a moment after the last look. */
  notice(): void {
    if (this.#timer === undefined || this.#cancelSoon !== undefined) return;
    const waitMs = this.#lookedMs + TOGETHER_MS - performance.now();
    if (waitMs > 0) {
      const timer = setTimeout(() => this.#lookSoon(), waitMs).unref();
      this.#cancelSoon = () => clearTimeout(timer);
    } else {
      // A timer takes a millisecond at least.
      const turn = setImmediate(() => this.#lookSoon());
      this.#cancelSoon = () => clearImmediate(turn);
    }
  }

  #lookSoon(): void {
    this.#cancelSoon = undefined;
    void this.#alone(() => this.#look());
  }

  /** Looks now and writes the watermark. */
  poll(): Promise<void> {
    return this.#alone(() => this.#poll());
  }

  /** One look at a time. */
  #alone(work: () => Promise<void>): Promise<void> {
    this.#polling = this.#polling.then(work).catch((error: unknown) => {
      this.#deps.log.error({ error: String(error) }, 'changes could not be read');
    });
    return this.#polling;
  }

  async #look(): Promise<void> {
    this.#lookedMs = performance.now();
    const upTo = await getLastSequence(this.#deps.db);
    if (upTo === this.#sequence) return;
    const range = { after: this.#sequence, upTo };
    this.#sequence = upTo;
    await Promise.allSettled([...this.#listeners].map((listener) => this.#notify(listener, range)));
  }

  async #poll(): Promise<void> {
    const { db, watermark } = this.#deps;
    await this.#look();
    const sequence = this.#sequence;
    if (sequence === this.#recorded) {
      await watermark.retry();
      return;
    }
    this.#recorded = sequence;
    await watermark.write({ epoch: await getEpoch(db), sequence });
  }

  async #notify(listener: Listener, range: ChangeRange): Promise<void> {
    try {
      await listener(range);
    } catch (error) {
      this.#deps.log.error({ error: String(error) }, 'listeners could not be notified of changes');
    }
  }

  /** Polls a last time and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#cancelSoon?.();
    this.#timer = undefined;
    await this.poll();
  }
}
