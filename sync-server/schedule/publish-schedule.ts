import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { MailSender } from '../mail/mail-sender.ts';
import { untilNextTurn } from '../turns/next-turn.ts';
import { enqueueToAdmins } from '../users/mail-to-admins.ts';
import { applyDue, type DueResult, isFailure, listDue } from './apply-due.ts';
import { scheduleMail } from './schedule-mail.ts';

/** The time between two looks for courses whose time has come. */
const LOOK_MS = 30_000;

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mails: MailSender;
  readonly config: Pick<Config, 'publicUrl'>;
}

/**
 * Publishes and unpublishes courses at their times. What became due while no server was running is done at the start.
 * Several processes may look at the same time: writing transactions run one after the other, and the first one removes
 * the time.
 */
export class PublishSchedule {
  readonly #parts: Parts;
  #run: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Looks at once, and then every 30 seconds. */
  start(): void {
    void this.applyDue();
    this.#timer = setInterval(() => void this.applyDue(), LOOK_MS).unref();
  }

  /** Does what is due now; joins a look that is under way. Never rejects: the next look tries again what failed. */
  applyDue(): Promise<void> {
    this.#run ??= this.#applyAll().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** Resolves when the current course is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#run;
  }

  async #applyAll(): Promise<void> {
    const { db, clock, log } = this.#parts;
    try {
      const at = clock.now().toISOString();
      for (const courseId of await listDue(db, at)) {
        if (this.#isStopped) return;
        await this.#applyTo(courseId, at);
        await untilNextTurn();
      }
    } catch (error) {
      log.error({ error: String(error) }, 'the schedule of the courses could not be read');
    }
  }

  /** One course that fails holds up no other. */
  async #applyTo(courseId: string, at: string): Promise<void> {
    const { db, log, mails } = this.#parts;
    try {
      const result = await inTransaction(db, async (trx) => {
        const applied = await applyDue(trx, courseId, at);
        if (applied !== null) await this.#enqueueMails(trx, applied, at);
        return applied;
      });
      if (result === null) return;
      log.info({ courseId, outcome: result.outcome }, 'schedule applied');
      if (isFailure(result.outcome)) mails.scheduleDrain();
    } catch (error) {
      log.error({ courseId, error: String(error) }, 'a course could not be published or unpublished');
    }
  }

  /** One to each admin, in the transaction that removes the time. */
  async #enqueueMails(trx: Trx, result: DueResult, createdAt: string): Promise<void> {
    const { outcome } = result;
    if (!isFailure(outcome)) return;
    const { mails, config } = this.#parts;
    const content = scheduleMail({ ...result, outcome, publicUrl: config.publicUrl });
    await enqueueToAdmins(trx, mails, { kind: 'notPublished', content, createdAt });
  }
}
