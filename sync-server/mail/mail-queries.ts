import type { Db } from '../db/open.ts';
import type { MailRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** What was sent to whom stays on record for so long, without its content. */
const MAIL_RECORD_DAYS = 30;

/** Adds a message; belongs into the transaction of what it tells. */
export async function insertMail(trx: Trx, mail: MailRow): Promise<void> {
  await trx.insertInto('mails').values(mail).execute();
}

/**
 * The message that is due longest, taken until `leaseUntil`: nobody else sends it meanwhile, and should
 * this process die it becomes due again by then. Undefined when nothing is due.
 */
export async function claimDueMail(trx: Trx, now: string, leaseUntil: string): Promise<MailRow | undefined> {
  for (;;) {
    const due = await trx
      .selectFrom('mails')
      .selectAll()
      .where('nextAttemptAt', '<=', now)
      .orderBy('nextAttemptAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const attempts = due.attempts + 1;
    const result = await trx
      .updateTable('mails')
      .set({ attempts, nextAttemptAt: leaseUntil })
      .where('id', '=', due.id)
      .where('nextAttemptAt', '=', due.nextAttemptAt)
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) return { ...due, attempts, nextAttemptAt: leaseUntil };
  }
}

export async function markSent(trx: Trx, id: string, sentAt: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ sentAt, nextAttemptAt: null, sealedContent: null, lastProblem: null })
    .where('id', '=', id)
    .execute();
}

/** Keeps a message that could not be sent for another try. */
export async function postpone(
  trx: Trx,
  mail: Pick<MailRow, 'id' | 'nextAttemptAt' | 'lastProblem'>,
): Promise<void> {
  const { id, nextAttemptAt, lastProblem } = mail;
  await trx.updateTable('mails').set({ nextAttemptAt, lastProblem }).where('id', '=', id).execute();
}

/** Ends the tries for a message that is of no use any more; the row stays on record with the reason. */
export async function giveUp(trx: Trx, id: string, lastProblem: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ lastProblem, nextAttemptAt: null, sealedContent: null })
    .where('id', '=', id)
    .execute();
}

/** When the next message is due; undefined when none waits. */
export async function findNextAttemptAt(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('mails')
    .select('nextAttemptAt')
    .where('nextAttemptAt', 'is not', null)
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
  return row?.nextAttemptAt ?? undefined;
}

/** Forgets messages that have nothing left to do and are older than their time on record. */
export async function removeOldMails(trx: Trx, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - MAIL_RECORD_DAYS * DAY_MS).toISOString();
  await trx
    .deleteFrom('mails')
    .where('nextAttemptAt', 'is', null)
    .where((eb) => eb.or([eb('createdAt', '<', oldest), eb('kind', '=', 'nobody')]))
    .execute();
}
