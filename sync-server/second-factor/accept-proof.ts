import type { PasskeyAssertion } from '#schema/account/second-proof.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { takeCode } from './accept-code.ts';
import type { ChallengeScope } from './passkeys/challenge-queries.ts';
import { checkPasskey, type SignedUse } from './passkeys/check-passkey.ts';
import { recordUse } from './passkeys/passkey-queries.ts';
import { secondFactorLimits } from './second-factor-limits.ts';

/** What a user shows besides the password: a code of the app, a recovery code, or a signature of a passkey. */
export type Proof =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly assertion: PasskeyAssertion };

/** Returns the proof of a request; null without one. */
export function proofOf(code: string | undefined, assertion: PasskeyAssertion | undefined): Proof | null {
  if (assertion !== undefined) return { kind: 'passkey', assertion };
  return code === undefined ? null : { kind: 'code', code };
}

interface Given {
  readonly userId: string;
  readonly proof: Proof;
  /** What the challenge of a passkey was sent for. */
  readonly scope: ChallengeScope;
  /** For the log. */
  readonly event: object;
}

type Accepted = 'app' | 'recovery' | 'passkey';

/**
 * Accepts a proof and consumes it. The `andThen` part runs in the same transaction. Throws ApiError 401
 * `second_factor_invalid` for a code that is wrong or used, 401 `passkey_invalid` for a signature that does not hold,
 * 429 after too many of either.
 */
export async function acceptProof(
  deps: Deps,
  given: Given,
  andThen: (trx: Trx) => Promise<void> = async () => {},
): Promise<Accepted> {
  const { userId, proof, scope, event } = given;
  const limits = secondFactorLimits(userId);
  await deps.limits.consume(limits);
  // Outside the transaction, in which only the database is awaited.
  const use =
    proof.kind === 'passkey'
      ? await checkPasskey(deps, { userId, scope, event, assertion: proof.assertion })
      : null;
  const accepted = await inTransaction(deps.db, async (trx) => {
    const kind =
      proof.kind === 'code'
        ? await takeCode(deps, trx, { userId, code: proof.code })
        : await takeUse(deps, trx, use);
    if (kind !== null) await andThen(trx);
    return kind;
  });
  if (accepted === null) {
    reportRefusal(deps, use, event);
    throw new ApiError(proof.kind === 'code' ? 'second_factor_invalid' : 'passkey_invalid');
  }
  await deps.limits.clear(limits);
  if (accepted === 'recovery') {
    deps.mails.scheduleDrain();
    deps.log.warn(event, 'recovery code used');
  }
  return accepted;
}

async function takeUse({ clock }: Deps, trx: Trx, use: SignedUse | null): Promise<'passkey' | null> {
  if (use === null) return null;
  const { passkey, counter } = use;
  return (await recordUse(trx, { id: passkey.id, counter, at: clock.now().toISOString() }))
    ? 'passkey'
    : null;
}

function reportRefusal({ log }: Deps, use: SignedUse | null, event: object): void {
  log.warn(event, 'second factor refused');
  if (use === null) return;
  // The signature holds, and the key has signed more often elsewhere: there may be a copy of it.
  const { id: passkeyId, counter: known } = use.passkey;
  log.error({ ...event, passkeyId, counter: use.counter, known }, 'the counter of a passkey went back');
}
