import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import type { TranscodeRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Ffmpeg, findFfmpeg } from './ffmpeg.ts';
import {
  claimDueTranscode,
  findNextTranscodeAt,
  finishTranscode,
  postponeTranscode,
} from './transcode-queries.ts';
import { TranscodeWork } from './transcode-work.ts';

/** After this a film whose process died is due again; renewed while it is worked on. */
const LEASE_MS = 2 * 60 * 1_000;
const RENEW_MS = 30_000;
const ATTEMPTS_MAX = 3;
const FIRST_DELAY_MS = 30_000;
const POLL_MS = 60_000;
const SHORTEST_POLL_MS = 1_000;
const PROBLEM_MAX_CHARACTERS = 800;

interface TranscoderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataFolder: string;
  /** False: nothing is ever made, as if ffmpeg were absent. */
  readonly isEnabled: boolean;
}

/**
 * Makes uploaded films fit for every device, one at a time and behind everything else:
 *
 *     waiting --due--> claimed --made--> lessons show the new film (encoded, repacked)
 *        ^                |-----------> nothing to make (fit, unused)
 *        |--failed--------|-----------> failed (the third time)
 *        '--stopped, lease over
 *
 * - The original is shown until the new film is in its place; it is replaced in one transaction.
 * - What waits or was begun is in the database and outlasts a stop or a kill.
 * - A stop is no attempt. Three failures end the attempts; the original stays.
 */
export class Transcoder {
  readonly #parts: TranscoderParts;
  readonly #stopping = new AbortController();
  #ffmpeg: Promise<Ffmpeg | null> | null = null;
  #run: Promise<void> | null = null;
  #isAskedAgain = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: TranscoderParts) {
    this.#parts = parts;
  }

  /** Whether films can be made here; looked up once. */
  async isAvailable(): Promise<boolean> {
    return (await this.#find()) !== null;
  }

  /** Has what is due done soon. */
  wake(): void {
    setImmediate(() => void this.drain());
  }

  /** Does what is due now, and resolves when it was tried once. Never rejects. */
  drain(): Promise<void> {
    this.#isAskedAgain = true;
    this.#run ??= this.#doAllDue().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** Ends the work: what is being made is given back to the queue. Resolves when no program runs any more. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#run;
  }

  #find(): Promise<Ffmpeg | null> {
    this.#ffmpeg ??= this.#parts.isEnabled ? findFfmpeg() : Promise.resolve(null);
    return this.#ffmpeg;
  }

  async #doAllDue(): Promise<void> {
    clearTimeout(this.#timer);
    const ffmpeg = await this.#find();
    if (ffmpeg === null) return;
    try {
      while (this.#isAskedAgain && !this.#stopping.signal.aborted) {
        this.#isAskedAgain = false;
        for (let row = await this.#claim(); row !== undefined; row = await this.#claim()) {
          await this.#do(row, ffmpeg);
        }
      }
    } catch (error) {
      this.#parts.log.error({ error: String(error) }, 'films could not be looked after');
    }
    await this.#sleepUntilNext();
  }

  async #claim(): Promise<TranscodeRow | undefined> {
    if (this.#stopping.signal.aborted) return undefined;
    const [now, leaseUntil] = [this.#in(0), this.#in(LEASE_MS)];
    return inTransaction(this.#parts.db, (trx) => claimDueTranscode(trx, now, leaseUntil));
  }

  async #do(row: TranscodeRow, ffmpeg: Ffmpeg): Promise<void> {
    const { db, clock, dataFolder, log } = this.#parts;
    const { fileId, attempts } = row;
    const startedMs = performance.now();
    const renewing = setInterval(() => {
      const renewal = { nextAttemptAt: this.#in(LEASE_MS) };
      inTransaction(db, (trx) => postponeTranscode(trx, fileId, renewal)).catch((error: unknown) => {
        log.error({ fileId, error: String(error) }, 'a film’s lease could not be renewed');
      });
    }, RENEW_MS);
    try {
      const work = new TranscodeWork({ db, clock, dataFolder, ffmpeg, signal: this.#stopping.signal });
      const outcome = await work.run(fileId);
      log.info({ fileId, outcome, attempts, ms: Math.round(performance.now() - startedMs) }, 'film finished');
    } catch (error) {
      await this.#giveBack(row, error);
    } finally {
      clearInterval(renewing);
    }
  }

  async #giveBack({ fileId, attempts }: TranscodeRow, error: unknown): Promise<void> {
    const { db, log } = this.#parts;
    if (this.#stopping.signal.aborted) {
      const back = { nextAttemptAt: this.#in(0), attempts: attempts - 1 };
      await inTransaction(db, (trx) => postponeTranscode(trx, fileId, back));
      return;
    }
    const lastProblem = String(error).slice(0, PROBLEM_MAX_CHARACTERS);
    log.error({ fileId, attempts, problem: lastProblem }, 'film could not be made');
    if (attempts >= ATTEMPTS_MAX) {
      const finish = { outcome: 'failed', lastProblem, finishedAt: this.#in(0) } as const;
      await inTransaction(db, (trx) => finishTranscode(trx, fileId, finish));
      return;
    }
    const nextAttemptAt = this.#in(FIRST_DELAY_MS * 4 ** (attempts - 1));
    await inTransaction(db, (trx) => postponeTranscode(trx, fileId, { nextAttemptAt, lastProblem }));
  }

  /** The time in so many milliseconds, as an ISO string. */
  #in(ms: number): string {
    return new Date(this.#parts.clock.now().getTime() + ms).toISOString();
  }

  async #sleepUntilNext(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const next = await findNextTranscodeAt(this.#parts.db).catch(() => undefined);
    const untilNextMs = next === undefined ? POLL_MS : Date.parse(next) - this.#parts.clock.now().getTime();
    if (this.#stopping.signal.aborted) return;
    const waitMs = Math.min(Math.max(untilNextMs, SHORTEST_POLL_MS), POLL_MS);
    this.#timer = setTimeout(() => void this.drain(), waitMs).unref();
  }
}
