import type { Logger } from 'pino';
import { getLastSequence } from '../db/changes-queries.ts';
import type { Db } from '../db/open.ts';
import { getEpoch } from './epoch/epoch-queries.ts';
import type { WatermarkWriter } from './epoch/watermark-writer.ts';

const POLL_MS = 1_000;

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
  readonly watermark: WatermarkWriter;
  /** The number of the last change at start. */
  readonly sequence: number;
}

/**
 * Detects commits, also of other processes, by polling the last change number once a second.
 * - Many changes between two polls are one notification.
 * - Each poll that finds a change writes the watermark, at the latest `stop`. A failed write is repeated by
 *   the next poll, with or without another change.
 * - A failing listener is logged and does not block the others.
 */
export class ChangeWatch {
  readonly #deps: WatchDeps;
  readonly #listeners = new Set<Listener>();
  #sequence: number;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#sequence = deps.sequence;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.poll(), POLL_MS).unref();
  }

  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Polls now; one poll at a time. */
  poll(): Promise<void> {
    this.#polling = this.#polling
      .then(() => this.#poll())
      .catch((error: unknown) => {
        this.#deps.log.error({ error: String(error) }, 'changes could not be read');
      });
    return this.#polling;
  }

  async #poll(): Promise<void> {
    const { db, watermark } = this.#deps;
    const upTo = await getLastSequence(db);
    if (upTo === this.#sequence) {
      await watermark.retry();
      return;
    }
    const range = { after: this.#sequence, upTo };
    this.#sequence = upTo;
    await Promise.allSettled([...this.#listeners].map((listener) => this.#notify(listener, range)));
    await watermark.write({ epoch: await getEpoch(db), sequence: upTo });
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
    await this.poll();
  }
}
