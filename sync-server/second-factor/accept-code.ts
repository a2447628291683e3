import { isAppCode, normalizeSecondFactor } from '#schema/account/second-factor.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Limited } from '../http/limits/rate-limits.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { enqueueEventMail } from './report-event.ts';
import { findFactor, takeRecoveryCode, takeStep } from './second-factor-queries.ts';

/** The counters of code attempts. Only users who have entered the correct password can try a code. */
export function secondFactorLimits(userId: string): Limited[] {
  return [
    { limit: 'secondFactorByUser', key: userId },
    { limit: 'secondFactorByUserInADay', key: userId },
  ];
}

/** Which kind of code it was. */
export type AcceptedCode = 'app' | 'recovery';

interface Given {
  readonly userId: string;
  readonly code: string;
  /** For the log. */
  readonly event: object;
}

/**
 * Accepts a code of the app or a recovery code, and consumes it. The `andThen` part runs in the same
 * transaction. Throws ApiError 401 `second_factor_invalid` for a code that is wrong or used, 429 after too
 * many of them.
 */
export async function acceptCode(
  deps: Deps,
  { userId, code, event }: Given,
  andThen: (trx: Trx) => Promise<void> = async () => {},
): Promise<AcceptedCode> {
  const limits = secondFactorLimits(userId);
  await deps.limits.consume(limits);
  const accepted = await inTransaction(deps.db, async (trx) => {
    const kind = await takeCode(deps, trx, { userId, code });
    if (kind !== null) await andThen(trx);
    return kind;
  });
  if (accepted === null) {
    deps.log.warn(event, 'second factor refused');
    throw new ApiError('second_factor_invalid');
  }
  await deps.limits.clear(limits);
  if (accepted === 'recovery') {
    deps.mails.scheduleDrain();
    deps.log.warn(event, 'recovery code used');
  }
  return accepted;
}

async function takeCode(
  deps: Deps,
  trx: Trx,
  { userId, code }: Omit<Given, 'event'>,
): Promise<AcceptedCode | null> {
  const factor = await findFactor(trx, userId);
  if (factor === undefined || factor.confirmedAt === null) return null;
  const now = deps.clock.now();
  const normalized = normalizeSecondFactor(code);
  if (isAppCode(normalized)) {
    const step = deps.secondFactorSecrets.findStep(factor, normalized, now);
    return step !== null && (await takeStep(trx, userId, step)) ? 'app' : null;
  }
  const codeHash = deps.secondFactorSecrets.hashRecoveryCode(userId, normalized);
  const at = now.toISOString();
  if (!(await takeRecoveryCode(trx, { userId, codeHash }, at))) return null;
  await enqueueEventMail(deps, trx, { kind: 'recoveryCodeUsed', userId, at });
  return 'recovery';
}
