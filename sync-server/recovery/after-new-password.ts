import { removeNetworks } from '../auth/sign-in-network-queries.ts';
import type { UserRow } from '../db/account-tables.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { passwordChangedMail } from './recovery-mails.ts';
import { voidRecovery } from './recovery-queries.ts';

/**
 * Voids what the old password of an account had left, its codes of recovery and known networks, and writes the mail
 * that says so; for use inside the transaction that sets the new one. Call `deps.mails.scheduleDrain` after the
 * commit.
 *
 * @param at ISO time
 */
export async function afterNewPassword(
  trx: Trx,
  { mails, config }: Pick<Deps, 'mails' | 'config'>,
  { id, name, email, at }: Pick<UserRow, 'id' | 'name' | 'email'> & { readonly at: string },
): Promise<void> {
  await voidRecovery(trx, id, at);
  await removeNetworks(trx, id);
  const content = passwordChangedMail(name, config.publicUrl);
  await mails.enqueue(trx, { kind: 'passwordChanged', recipient: email, content, createdAt: at });
}
