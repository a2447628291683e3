import { isAppCode, normalizeSecondFactor } from '#schema/account/second-factor.ts';
import { tidyCode } from '#schema/activation/code-text.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findFactor, isFactorOn } from '../sessions/factor-queries.ts';
import { enqueueEventMail } from './report-event.ts';
import { takeRecoveryCode, takeStep } from './second-factor-queries.ts';

interface Given {
  readonly userId: string;
  readonly code: string;
}

/**
 * Consumes a code of the app or a recovery code and returns which kind it was; null for one that is wrong or used.
 * Call `deps.mails.scheduleDrain` after the commit of a recovery code.
 */
export async function takeCode(deps: Deps, trx: Trx, given: Given): Promise<'app' | 'recovery' | null> {
  const code = normalizeSecondFactor(tidyCode(given.code));
  return isAppCode(code)
    ? takeAppCode(deps, trx, { ...given, code })
    : takeCodeOnPaper(deps, trx, { ...given, code });
}

async function takeAppCode(deps: Deps, trx: Trx, { userId, code }: Given): Promise<'app' | null> {
  const factor = await findFactor(trx, userId);
  if (factor === undefined || factor.confirmedAt === null) return null;
  const step = deps.secondFactorSecrets.findStep(factor, code, deps.clock.now());
  return step !== null && (await takeStep(trx, userId, step)) ? 'app' : null;
}

async function takeCodeOnPaper(deps: Deps, trx: Trx, { userId, code }: Given): Promise<'recovery' | null> {
  if (!(await isFactorOn(trx, userId))) return null;
  const codeHash = deps.secondFactorSecrets.hashRecoveryCode(userId, code);
  const at = deps.clock.now().toISOString();
  if (!(await takeRecoveryCode(trx, { userId, codeHash }, at))) return null;
  await enqueueEventMail(deps, trx, { kind: 'recoveryCodeUsed', userId, at });
  return 'recovery';
}
