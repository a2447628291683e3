import { countDeleted, ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Db } from '../db/open.ts';
import type { MailRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Sent messages stay on record for this time, without their content. */
const MAIL_RECORD_DAYS = 30;

/** Begins the `lastProblem` of a message that the mail server of its recipient refused for good. */
export const REFUSED = 'refused: ';

/** Queues a message; must run in the transaction that it reports. */
export async function insertMail(trx: Trx, mail: MailRow): Promise<void> {
  await trx.insertInto('mails').values(mail).execute();
}

/** Forgets a message that was given up, because another one takes its place. */
export async function removeUndelivered(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('mails').where('id', '=', id).where('nextAttemptAt', 'is', null).execute();
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

/** Marks a message as permanently failed; the row is retained with the reason. */
export async function markFailed(trx: Trx, id: string, lastProblem: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ lastProblem, nextAttemptAt: null, sealedContent: null })
    .where('id', '=', id)
    .execute();
}

/** Removes some of the finished messages that are older than their retention time, and returns how many. */
export async function removeOldMails(trx: Trx, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - MAIL_RECORD_DAYS * DAY_MS).toISOString();
  const done = trx
    .selectFrom('mails')
    .select('id')
    .where('nextAttemptAt', 'is', null)
    .where((eb) => eb.or([eb('createdAt', '<', oldest), eb('kind', '=', 'nobody')]))
    .limit(ROWS_PER_PIECE);
  return countDeleted(trx.deleteFrom('mails').where('id', 'in', done));
}
