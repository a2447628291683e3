import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import type { MailKind, MailRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { type Ending, LeaseQueue } from '../lease-queue/lease-queue.ts';
import type { Seal } from '../security/seal.ts';
import { readSite } from '../site/site-queries.ts';
import { MailContent, signMail } from './mail-content.ts';
import { getMail, insertMail, markFailed, markSent, REFUSED } from './mail-queries.ts';
import { isRefusedForGood, type MailTransport } from './mail-transport.ts';

/** Names the key that waiting messages are encrypted with; another name would make them unreadable. */
export const MAIL_SEAL = 'carrel mail seal';

const FIRST_DELAY_MS = 10_000;
const LONGEST_DELAY_MS = 60 * 60 * 1_000;
const STOP_GRACE_MS = 900;
const PROBLEM_MAX_CHARACTERS = 300;

export interface NewMail {
  /** Of what it is about, if that is told when the mail cannot be delivered; a new one otherwise. */
  readonly id?: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly content: MailContent;
  readonly createdAt: string;
  /** After this time it would be useless; absent: retried until it is sent. */
  readonly expiresAt?: string;
}

interface MailSenderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly seal: Seal;
  readonly transport: MailTransport;
  /** Runs in the transaction that gives a message up; absent: the log says it. */
  readonly onUndelivered?: (trx: Trx, mail: Pick<MailRow, 'id' | 'kind'>) => Promise<void>;
}

/**
 * Sends the messages in `mails`, one after the other, as a {@link LeaseQueue}:
 *
 * - A message is written in the transaction of the event that it reports, and sent only after its commit.
 * - It is sent at least once, and not dropped before it expires. After a failure it waits for 10 s, doubling up
 *   to an hour, jittered. An expired message, or one that the mail server of its recipient refuses for good, is
 *   dropped and logged as an error.
 */
export class MailSender {
  readonly #parts: MailSenderParts;
  readonly #queue: LeaseQueue<MailRow>;

  constructor(parts: MailSenderParts) {
    const { db, clock, log } = parts;
    this.#parts = parts;
    this.#queue = new LeaseQueue<MailRow>({
      ...{ db, clock, log },
      work: {
        table: 'mails',
        read: (trx, { id }) => getMail(trx, id),
        run: (mail, signal) => this.#send(mail, signal),
        reportFailure: ({ id, kind, attempts }, failure) =>
          log.error({ mailId: id, kind, attempts, ...failure }, 'mail not sent yet'),
        delayMs,
        stopGraceMs: STOP_GRACE_MS,
        // The mail server may have taken the message before the attempt was cut off.
        isStopAttempt: true,
        problemMaxCharacters: PROBLEM_MAX_CHARACTERS,
        queueFailure: 'the mail queue failed',
      },
    });
  }

  /** Writes a message into the transaction. Call `scheduleDrain` after its commit. */
  async enqueue(trx: Trx, mail: NewMail): Promise<void> {
    const { id = uuidv7(), kind, recipient, content, createdAt } = mail;
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

  /** Schedules the sending of due messages, without delaying the current reply. */
  scheduleDrain(): void {
    setImmediate(() => void this.drain());
  }

  /** Sends the due messages, and resolves when each was attempted once. Never rejects. */
  drain(): Promise<void> {
    return this.#queue.drain();
  }

  /** Stops: a message being sent gets a short grace period, waiting ones are sent after the next start. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }

  async #send(mail: MailRow, signal: AbortSignal): Promise<Ending> {
    const { clock, log, transport } = this.#parts;
    const { id, kind, attempts, recipient, createdAt } = mail;
    const startedAt = clock.now().toISOString();
    const content = this.#open(mail);
    const isOutdated = mail.expiresAt !== null && mail.expiresAt <= startedAt;
    if (content === null || isOutdated) {
      const reason = isOutdated ? 'expired before it was sent' : 'encrypted with another secret';
      const problem = `${reason}${mail.lastProblem === null ? '' : `; before: ${mail.lastProblem}`}`;
      return this.#giveUp(mail, problem);
    }
    try {
      const school = await readSite(this.#parts.db);
      const message = { ...signMail(content, school), senderName: school.name, id, recipient, createdAt };
      await transport.deliver(message, signal);
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      return this.#giveUp(mail, `${REFUSED}${String(error)}`.slice(0, PROBLEM_MAX_CHARACTERS));
    }
    return async (trx) => {
      await markSent(trx, id, clock.now().toISOString());
      log.info({ mailId: id, kind, attempts }, 'mail sent');
    };
  }

  #giveUp(mail: MailRow, problem: string): Ending {
    const { log, onUndelivered } = this.#parts;
    const { id, kind, attempts } = mail;
    return async (trx) => {
      await markFailed(trx, id, problem);
      await onUndelivered?.(trx, mail);
      log.error({ mailId: id, kind, attempts, problem }, 'mail dropped');
    };
  }

  #open({ id, sealedContent }: MailRow): MailContent | null {
    const text = sealedContent === null ? null : this.#parts.seal.open(id, sealedContent);
    if (text === null) return null;
    const result = v.safeParse(MailContent, JSON.parse(text));
    return result.success ? result.output : null;
  }
}

/** 10 s after the first failure, doubling up to an hour, up to a fifth longer or shorter. */
export function delayMs(attempts: number, random: () => number = Math.random): number {
  const plain = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return Math.round(plain * (0.8 + 0.4 * random()));
}
