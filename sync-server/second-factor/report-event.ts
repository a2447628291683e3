import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findPasswordOwner } from '../passwords/password-queries.ts';
import { type SecondFactorEvent, secondFactorMail } from './second-factor-mails.ts';
import { countRecoveryCodes } from './second-factor-queries.ts';

/** Writes the mail about an event into its transaction. Call `deps.mails.scheduleDrain` after the commit. */
export async function enqueueEventMail(
  deps: Pick<Deps, 'config' | 'mails'>,
  trx: Trx,
  event: { readonly kind: SecondFactorEvent; readonly userId: string; readonly at: string },
): Promise<void> {
  const owner = await findPasswordOwner(trx, event.userId);
  if (owner === undefined) return;
  const content = secondFactorMail(event.kind, {
    name: owner.name,
    publicUrl: deps.config.publicUrl,
    recoveryCodesLeft: await countRecoveryCodes(trx, event.userId),
  });
  await deps.mails.enqueue(trx, {
    kind: 'secondFactor',
    recipient: owner.email,
    content,
    createdAt: event.at,
  });
}
