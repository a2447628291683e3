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

/** A message as it waits. */
export function getMail(db: Db, id: string): Promise<MailRow> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function markSent(trx: Trx, id: string, sentAt: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ sentAt, nextAttemptAt: null, sealedContent: null, lastProblem: null })
    .where('id', '=', id)
    .execute();
}

/** Ends the tries for a message that is of no use any more; the row stays on record with the reason. */
export async function giveUp(trx: Trx, id: string, lastProblem: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ lastProblem, nextAttemptAt: null, sealedContent: null })
    .where('id', '=', id)
    .execute();
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
