import type { PasskeyAssertion } from '#schema/account/second-proof.ts';
import type { PasskeyRow } from '#sync-server/db/account-tables.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Deps } from '#sync-server/deps.ts';
import { type ChallengeScope, takeChallenge } from './challenge-queries.ts';
import { challengeOf } from './client-data.ts';
import { listPasskeys } from './passkey-queries.ts';
import { findRelyingParty } from './relying-party.ts';
import { reportUnverified } from './report-unverified.ts';
import { verifyAssertion } from './webauthn.ts';

interface Shown {
  readonly userId: string;
  readonly assertion: PasskeyAssertion;
  readonly scope: ChallengeScope;
  /** For the log. */
  readonly event: object;
}

/** A passkey with the counter that it signed. */
export interface SignedUse {
  readonly passkey: PasskeyRow;
  readonly counter: number;
}

/**
 * Verifies a signature of one of the user's passkeys; null when it does not hold. The challenge is consumed first and in
 * any case, so that it can be tried once, by one process.
 */
export async function checkPasskey(
  deps: Deps,
  { userId, assertion, scope, event }: Shown,
): Promise<SignedUse | null> {
  const party = findRelyingParty(deps.config);
  const challenge = challengeOf(assertion.response.clientDataJSON);
  if (party === null || challenge === null) return null;
  const now = deps.clock.now();
  const isOpen = await inTransaction(deps.db, (trx) => takeChallenge(trx, { challenge, userId, scope }, now));
  if (!isOpen) return null;
  const passkeys = await listPasskeys(deps.db, userId);
  const passkey = passkeys.find(({ credentialId }) => credentialId === assertion.id);
  if (passkey === undefined || passkey.rpId !== party.id) return null;
  const verified = verifyAssertion(assertion, { party, challenge, passkey });
  const counter = await verified.catch((error) => reportUnverified(deps, event, error));
  return counter === null ? null : { passkey, counter };
}
