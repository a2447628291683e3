import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { newPasswordMail, resetLinkMail } from './recovery-mails.ts';
import type { Addressee } from './recovery-queries.ts';
import { requestResetCode } from './request-reset-code.ts';

/**
 * Mails a user a code for a new password that an admin requested for them. The link in the mail brings the request to the
 * user's device (docs/why/security.md). Without a public address there is no link, and the mail says where the user
 * requests a code. Returns false, and mails nothing, if the last code for this user is less than a minute old.
 */
export async function mailResetForUser(
  trx: Trx,
  deps: Deps,
  { address, ...user }: Addressee & { readonly address: string },
): Promise<boolean> {
  const { publicUrl } = deps.config;
  if (publicUrl === undefined) {
    const content = newPasswordMail(user.name);
    const createdAt = deps.clock.now().toISOString();
    await deps.mails.enqueue(trx, { kind: 'resetCode', recipient: user.email, content, createdAt });
    return true;
  }
  const compose = (sent: { readonly code: string; readonly requestId: string; readonly createdAt: string }) =>
    resetLinkMail({ ...sent, ...user, publicUrl });
  const { isSent } = await requestResetCode(deps, trx, { email: user.email, user, address, compose });
  return isSent;
}
