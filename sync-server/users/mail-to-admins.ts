import type { Trx } from '../db/transaction.ts';
import type { MailSender, NewMail } from '../mail/mail-sender.ts';
import { listAdminEmails } from './role-queries.ts';

/** Enqueues one mail to each admin, in the transaction of what it reports. Call `scheduleDrain` after its commit. */
export async function enqueueToAdmins(
  trx: Trx,
  mails: MailSender,
  mail: Omit<NewMail, 'recipient'>,
): Promise<void> {
  for (const recipient of await listAdminEmails(trx)) await mails.enqueue(trx, { ...mail, recipient });
}
