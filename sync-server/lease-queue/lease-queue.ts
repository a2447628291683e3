import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import { claimDue, findNextDue, type Lease, type LeaseTable, postpone } from './lease-queries.ts';

/** A row whose process crashed is due again after this time; the lease is renewed during an attempt. */
const LEASE_MS = 2 * 60 * 1_000;
const RENEW_MS = 30_000;
/** The longest time between two polls: another process may have crashed with rows that it had claimed. */
const POLL_MS = 60_000;
const SHORTEST_POLL_MS = 1_000;

/** Writes the outcome of an attempt. */
export type Ending = (trx: Trx) => Promise<void>;

interface Failure {
  readonly problem: string;
  /** ISO time; null after the last attempt. */
  readonly nextAttemptAt: string | null;
}

/** One kind of work that a table queues; `Job` contains what an attempt needs of a row. */
export interface LeasedWork<Job> {
  readonly table: LeaseTable;
  read(trx: Trx, lease: Lease): Promise<Job>;
  /** Does the work. Throws if it must be retried; returns null if it has written the outcome itself. */
  run(job: Job, signal: AbortSignal): Promise<Ending | null>;
  /** Logs a failed attempt. */
  reportFailure(job: Job, failure: Failure): void;
  /** The delay after this number of failed attempts. */
  delayMs(attempts: number): number;
  /** A row fails for good after `attemptsMax` failures; without a limit it is retried forever. */
  readonly limit?: { readonly attemptsMax: number; giveUp(job: Job, problem: string): Ending };
  /** How long an attempt may continue after a stop before its signal is aborted. */
  readonly stopGraceMs: number;
  /** Whether an attempt that a stop cut off counts; otherwise the row is due again at once. */
  readonly isStopAttempt: boolean;
  readonly problemMaxCharacters: number;
  /** The log message when the queue itself fails, for example because the database cannot be written. */
  readonly queueFailure: string;
}

interface Leased<Job> extends Lease {
  readonly job: Job;
}

interface LeaseQueueParts<Job> {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly work: LeasedWork<Job>;
}

/**
 * Runs the due rows of a table, one after the other:
 *
 *     waiting --due----> leased --done--> ended
 *        ^                 |---failed---> waiting (with backoff), or ended after the last attempt
 *        '--lease expired--'---stopped--> waiting
 *
 * - Waiting and leased rows are in the database and survive a stop or a kill.
 * - No transaction is open during an attempt. A row may be attempted twice: its lease expires if the process
 *   crashes or the outcome cannot be written.
 */
export class LeaseQueue<Job> {
  readonly #parts: LeaseQueueParts<Job>;
  readonly #stopping = new AbortController();
  #run: Promise<void> | null = null;
  #isDrainRequested = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LeaseQueueParts<Job>) {
    this.#parts = parts;
  }

  /** Runs the due jobs, and resolves when each was attempted once. Never rejects. */
  drain(): Promise<void> {
    this.#isDrainRequested = true;
    this.#run ??= this.#runDue().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** Stops: waiting jobs run after the next start. Resolves when the current attempt has ended. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isStopped = true;
    const { stopGraceMs } = this.#parts.work;
    if (stopGraceMs === 0) this.#stopping.abort();
    const abortTimer = setTimeout(() => this.#stopping.abort(), stopGraceMs);
    await this.#run;
    clearTimeout(abortTimer);
  }

  /** A row that is queued during the last look for one is not missed. */
  async #runDue(): Promise<void> {
    clearTimeout(this.#timer);
    do {
      await this.#attemptDue();
      await this.#sleepUntilNext();
    } while (this.#isDrainRequested && !this.#isStopped);
  }

  async #attemptDue(): Promise<void> {
    try {
      while (this.#isDrainRequested && !this.#isStopped) {
        this.#isDrainRequested = false;
        for (let lease = await this.#claim(); lease !== undefined; lease = await this.#claim()) {
          await this.#attempt(lease);
        }
      }
    } catch (error) {
      this.#logError(error);
    }
  }

  async #claim(): Promise<Leased<Job> | undefined> {
    if (this.#isStopped) return undefined;
    const { db, work } = this.#parts;
    const term = { now: this.#in(0), until: this.#in(LEASE_MS) };
    return inTransaction(db, async (trx) => {
      const lease = await claimDue(trx, work.table, term);
      return lease && { ...lease, job: await work.read(trx, lease) };
    });
  }

  async #attempt(leased: Leased<Job>): Promise<void> {
    const { db, work } = this.#parts;
    const renewing = setInterval(() => void this.#renew(leased), RENEW_MS);
    const ending = await work
      .run(leased.job, this.#stopping.signal)
      .catch((error: unknown) => this.#fail(leased, error))
      .finally(() => clearInterval(renewing));
    if (ending !== null) await inTransaction(db, ending);
  }

  async #renew({ id }: Lease): Promise<void> {
    const { db, work } = this.#parts;
    const nextAttemptAt = this.#in(LEASE_MS);
    try {
      await inTransaction(db, (trx) => postpone(trx, work.table, id, { nextAttemptAt }));
    } catch (error) {
      this.#logError(error);
    }
  }

  /** Returns the outcome of a failed attempt. */
  #fail({ id, attempts, job }: Leased<Job>, error: unknown): Ending {
    const { work } = this.#parts;
    if (this.#stopping.signal.aborted && !work.isStopAttempt) {
      const again = { nextAttemptAt: this.#in(0), attempts: attempts - 1 };
      return (trx) => postpone(trx, work.table, id, again);
    }
    const problem = String(error).slice(0, work.problemMaxCharacters);
    if (work.limit !== undefined && attempts >= work.limit.attemptsMax) {
      work.reportFailure(job, { problem, nextAttemptAt: null });
      return work.limit.giveUp(job, problem);
    }
    const nextAttemptAt = this.#in(work.delayMs(attempts));
    work.reportFailure(job, { problem, nextAttemptAt });
    return (trx) => postpone(trx, work.table, id, { nextAttemptAt, lastProblem: problem });
  }

  async #sleepUntilNext(): Promise<void> {
    if (this.#isStopped) return;
    const { db, clock, work } = this.#parts;
    let untilNextMs = POLL_MS;
    try {
      const next = await findNextDue(db, work.table);
      if (next !== undefined) untilNextMs = Date.parse(next) - clock.now().getTime();
    } catch (error) {
      this.#logError(error);
    }
    if (this.#isStopped || this.#isDrainRequested) return;
    const waitMs = Math.min(Math.max(untilNextMs, SHORTEST_POLL_MS), POLL_MS);
    this.#timer = setTimeout(() => void this.drain(), waitMs).unref();
  }

  /** The time after this many milliseconds, as an ISO string. */
  #in(ms: number): string {
    return new Date(this.#parts.clock.now().getTime() + ms).toISOString();
  }

  #logError(error: unknown): void {
    const { log, work } = this.#parts;
    log.error({ error: String(error) }, work.queueFailure);
  }
}
