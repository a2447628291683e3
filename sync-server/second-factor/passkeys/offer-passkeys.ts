import type { PasskeyRequest } from '#schema/account/passkeys.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Deps } from '#sync-server/deps.ts';
import { type ChallengeScope, insertChallenge } from './challenge-queries.ts';
import { listPasskeys } from './passkey-queries.ts';
import { findRelyingParty } from './relying-party.ts';
import { makeRequest } from './webauthn.ts';

/** Returns a request to the user's authenticators; null when no passkey of theirs works at this server's address. */
export async function offerPasskeys(
  deps: Deps,
  { userId, scope }: { readonly userId: string; readonly scope: ChallengeScope },
): Promise<PasskeyRequest | null> {
  const party = findRelyingParty(deps.config);
  if (party === null) return null;
  const passkeys = (await listPasskeys(deps.db, userId)).filter(({ rpId }) => rpId === party.id);
  if (passkeys.length === 0) return null;
  const request = await makeRequest(party, passkeys);
  const { challenge } = request;
  const now = deps.clock.now();
  await inTransaction(deps.db, (trx) => insertChallenge(trx, { challenge, userId, scope }, now));
  return request;
}
