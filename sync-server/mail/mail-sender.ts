import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import type { MailKind, MailRow } from '../db/tables.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Seal } from '../seal.ts';
import { MailContent } from './mail-content.ts';
import { claimDueMail, findNextAttemptAt, giveUp, insertMail, markSent, postpone } from './mail-queries.ts';
import type { MailTransport } from './mail-transport.ts';

/** Names the key that waiting messages are sealed under; another name would make them unreadable. */
export const MAIL_SEAL = 'carrel mail seal';

/** Longer than any transport takes: after it, a message whose sender died is due again. */
const LEASE_MS = 2 * 60 * 1_000;
const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 60 * 60 * 1_000;
/** Looked for at least so often: another process may have died with messages of its own. */
const POLL_MS = 60_000;
const SHORTEST_POLL_MS = 1_000;
const STOP_GRACE_MS = 900;
const PROBLEM_MAX_CHARACTERS = 300;

export interface NewMail {
  readonly kind: MailKind;
  readonly recipient: string;
  readonly content: MailContent;
  readonly createdAt: string;
  /** After this it would be of no use; absent: tried until it is sent. */
  readonly expiresAt?: string;
}

interface MailSenderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly seal: Seal;
  readonly transport: MailTransport;
}

/**
 * Sends what was written into `mails`, one after the other:
 *
 *     waiting --due--> claimed --delivered--> sent
 *        ^                |---failed---------> waiting (10 s, doubling up to an hour, jittered)
 *        '--lease over----|---out of date----> given up (logged as an error)
 *
 * - A message is written in the transaction of what it tells, and sent only after its commit.
 * - It is sent at least once; never dropped while it can still be of use.
 * - No transaction is open while a message travels.
 */
export class MailSender {
  readonly #parts: MailSenderParts;
  readonly #stopping = new AbortController();
  #run: Promise<void> | null = null;
  #isAskedAgain = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: MailSenderParts) {
    this.#parts = parts;
  }

  /** Writes a message into the transaction. Call `wake` after its commit. */
  async enqueue(trx: Trx, mail: NewMail): Promise<void> {
    const { kind, recipient, content, createdAt } = mail;
    const id = uuidv7();
    await insertMail(trx, {
      id,
      kind,
      recipient,
      sealedContent: this.#parts.seal.seal(id, JSON.stringify(content)),
      attempts: 0,
      nextAttemptAt: kind === 'nobody' ? null : createdAt,
      lastProblem: null,
      createdAt,
      expiresAt: mail.expiresAt ?? null,
      sentAt: null,
    });
  }

  /** Has what is due sent soon, behind the reply that is on its way. */
  wake(): void {
    setImmediate(() => void this.drain());
  }

  /** Sends what is due now, and resolves when it was tried once. Never rejects. */
  drain(): Promise<void> {
    this.#isAskedAgain = true;
    this.#run ??= this.#sendAllDue().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** Ends the sending: what is on its way gets a moment, what waits is sent after the next start. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const hurry = setTimeout(() => this.#stopping.abort(), STOP_GRACE_MS);
    this.#isStopped = true;
    await this.#run;
    clearTimeout(hurry);
  }

  async #sendAllDue(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#isAskedAgain && !this.#isStopped) {
        this.#isAskedAgain = false;
        for (let mail = await this.#claim(); mail !== undefined; mail = await this.#claim()) {
          await this.#send(mail);
        }
      }
    } catch (error) {
      this.#parts.log.error({ error: String(error) }, 'mails could not be looked after');
    }
    await this.#sleepUntilNext();
  }

  async #claim(): Promise<MailRow | undefined> {
    if (this.#isStopped) return undefined;
    const now = this.#parts.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS).toISOString();
    return inTransaction(this.#parts.db, (trx) => claimDueMail(trx, now.toISOString(), leaseUntil));
  }

  async #send(mail: MailRow): Promise<void> {
    const { db, clock, log, transport } = this.#parts;
    const { id, kind, attempts } = mail;
    const startedAt = clock.now().toISOString();
    const content = this.#open(mail);
    const isOutdated = mail.expiresAt !== null && mail.expiresAt <= startedAt;
    if (content === null || isOutdated) {
      const reason = isOutdated ? 'too late to be of use' : 'sealed under another secret';
      const problem = `${reason}${mail.lastProblem === null ? '' : `; before: ${mail.lastProblem}`}`;
      await inTransaction(db, (trx) => giveUp(trx, id, problem));
      log.error({ mailId: id, kind, attempts, problem }, 'mail given up');
      return;
    }
    try {
      const { recipient, createdAt } = mail;
      await transport.deliver({ ...content, id, recipient, createdAt }, this.#stopping.signal);
    } catch (error) {
      await this.#postpone(mail, error);
      return;
    }
    const sentAt = clock.now().toISOString();
    await inTransaction(db, (trx) => markSent(trx, id, sentAt));
    log.info({ mailId: id, kind, attempts }, 'mail handed over');
  }

  #open({ id, sealedContent }: MailRow): MailContent | null {
    const text = sealedContent === null ? null : this.#parts.seal.open(id, sealedContent);
    if (text === null) return null;
    const result = v.safeParse(MailContent, JSON.parse(text));
    return result.success ? result.output : null;
  }

  async #postpone({ id, kind, attempts }: MailRow, error: unknown): Promise<void> {
    const { db, clock, log } = this.#parts;
    const lastProblem = String(error).slice(0, PROBLEM_MAX_CHARACTERS);
    const nextAttemptAt = new Date(clock.now().getTime() + delayMs(attempts)).toISOString();
    await inTransaction(db, (trx) => postpone(trx, { id, nextAttemptAt, lastProblem }));
    log.error({ mailId: id, kind, attempts, nextAttemptAt, problem: lastProblem }, 'mail not sent yet');
  }

  async #sleepUntilNext(): Promise<void> {
    if (this.#isStopped) return;
    let untilNextMs = POLL_MS;
    try {
      const next = await findNextAttemptAt(this.#parts.db);
      if (next !== undefined) untilNextMs = Date.parse(next) - this.#parts.clock.now().getTime();
    } catch (error) {
      this.#parts.log.error({ error: String(error) }, 'mails could not be looked after');
    }
    if (this.#isStopped) return;
    const waitMs = Math.min(Math.max(untilNextMs, SHORTEST_POLL_MS), POLL_MS);
    this.#timer = setTimeout(() => void this.drain(), waitMs).unref();
  }
}

/** 10 s after the first failure, doubling up to an hour, up to a fifth longer or shorter. */
export function delayMs(attempts: number, random: () => number = Math.random): number {
  const plain = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return Math.round(plain * (0.8 + 0.4 * random()));
}
