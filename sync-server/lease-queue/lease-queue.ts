import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import { claimDue, findNextDue, type Lease, type LeaseTable, postpone } from './lease-queries.ts';

/** After this a row whose process died is due again; renewed while it is worked on. */
const LEASE_MS = 2 * 60 * 1_000;
const RENEW_MS = 30_000;
/** Looked for at least so often: another process may have died with rows of its own. */
const POLL_MS = 60_000;
const SHORTEST_POLL_MS = 1_000;

/** Writes what came of an attempt. */
export type Ending = (trx: Trx) => Promise<void>;

interface Failure {
  readonly problem: string;
  /** ISO time; null: it is given up. */
  readonly nextAttemptAt: string | null;
}

/** One kind of work that a table queues; `Job` is what an attempt needs to know of a row. */
export interface LeasedWork<Job> {
  readonly table: LeaseTable;
  read(trx: Trx, lease: Lease): Promise<Job>;
  /** Does the work. Throws when it has to be tried again; null when it has written the ending itself. */
  run(job: Job, signal: AbortSignal): Promise<Ending | null>;
  /** Logs a failed attempt. */
  reportFailure(job: Job, failure: Failure): void;
  /** How long after so many failed attempts the row is due again. */
  delayMs(attempts: number): number;
  /** After `attemptsMax` failures a row is given up; without this never. */
  readonly limit?: { readonly attemptsMax: number; giveUp(job: Job, problem: string): Ending };
  /** How long an attempt may go on after a stop, before its signal is aborted. */
  readonly stopGraceMs: number;
  /** Whether an attempt that a stop cut off counts; otherwise the row is due again at once. */
  readonly isStopAttempt: boolean;
  readonly problemMaxCharacters: number;
  /** The log's message where the queue itself fails, such as a database that cannot be written. */
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
 * Works off the due rows of a table, one after the other:
 *
 *     waiting --due--> leased --done--> ended
 *        ^               |---failed---> waiting (later and later), or given up
 *        '--lease over---'---stopped--> waiting
 *
 * - What waits or was begun is in the database and outlasts a stop or a kill.
 * - No transaction is open during an attempt. A row may be worked on twice: when a process dies, or when an
 *   ending cannot be written, its lease runs out.
 */
export class LeaseQueue<Job> {
  readonly #parts: LeaseQueueParts<Job>;
  readonly #stopping = new AbortController();
  #run: Promise<void> | null = null;
  #isAskedAgain = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LeaseQueueParts<Job>) {
    this.#parts = parts;
  }

  /** Runs the due jobs, and resolves when each was tried once. Never rejects. */
  drain(): Promise<void> {
    this.#isAskedAgain = true;
    this.#run ??= this.#doAllDue().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** Ends the work; the rest is done after the next start. Resolves when the last attempt is over. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isStopped = true;
    const { stopGraceMs } = this.#parts.work;
    if (stopGraceMs === 0) this.#stopping.abort();
    const hurry = setTimeout(() => this.#stopping.abort(), stopGraceMs);
    await this.#run;
    clearTimeout(hurry);
  }

  async #doAllDue(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#isAskedAgain && !this.#isStopped) {
        this.#isAskedAgain = false;
        for (let lease = await this.#claim(); lease !== undefined; lease = await this.#claim()) {
          await this.#attempt(lease);
        }
      }
    } catch (error) {
      this.#logError(error);
    }
    await this.#sleepUntilNext();
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

  /** What is written of a failed attempt. */
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
    if (this.#isStopped) return;
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
