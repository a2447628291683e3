import type { VerifyOtpInput } from '#schema/account/recovery.ts';
import { RESET_CODE_LIFETIME_SECONDS } from '#schema/limits.ts';
import type { SignInPlace } from '../auth/sign-in-networks.ts';
import type { ResetRequestRow } from '../db/recovery-tables.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { admitPlainTry } from './recovery-limits.ts';
import { findAddressee, insertToken } from './recovery-queries.ts';
import { closeCode, findRequest, takePlainTry, takeTry } from './reset-request-queries.ts';

const LIFETIME_MS = RESET_CODE_LIFETIME_SECONDS * 1_000;

interface Tried extends VerifyOtpInput {
  readonly place: SignInPlace;
}

/** Returns a reset token for the correct code, otherwise null. Throws ApiError 429. */
export function exchangeCode(deps: Deps, tried: Tried): Promise<string | null> {
  const { requestId } = tried;
  return requestId === undefined ? exchangePlainly(deps, tried) : exchangeNamed(deps, tried, requestId);
}

/** With a request id only that request's attempts count, so no other client can use them up. */
async function exchangeNamed(deps: Deps, tried: Tried, requestId: string): Promise<string | null> {
  const { resetSecrets } = deps;
  const name = { idHash: resetSecrets.hashToken(requestId), emailHash: resetSecrets.hashEmail(tried.email) };
  const now = deps.clock.now().toISOString();
  const isOpen = (row: ResetRequestRow | undefined) =>
    row !== undefined && row.triesLeft > 0 && row.closedAt === null && row.expiresAt > now;
  if (!isOpen(await findRequest(deps.db, name))) {
    await deps.limits.consume([{ limit: 'resetCodeByAddress', key: tried.place.address }]);
    return null;
  }
  return inTransaction(deps.db, async (trx) =>
    checkCode(deps, trx, await takeTry(trx, name, now), tried.otp),
  );
}

/** Without an id, as in the specification: also counted per account and address. */
async function exchangePlainly(deps: Deps, { email, otp, place }: Tried): Promise<string | null> {
  const { resetSecrets } = deps;
  const user = await findAddressee(deps.db, email);
  const counted = await admitPlainTry(deps, { email, place, userId: user?.id });
  const name = {
    emailHash: resetSecrets.hashEmail(email),
    networkHash: resetSecrets.hashNetwork(email, place.address),
  };
  const now = deps.clock.now().toISOString();
  const token = await inTransaction(deps.db, async (trx) =>
    checkCode(deps, trx, await takePlainTry(trx, name, now), otp),
  );
  if (token !== null) await deps.limits.refund(counted);
  return token;
}

/** Throws nothing: a wrong attempt stays counted. */
async function checkCode(
  deps: Deps,
  trx: Trx,
  request: ResetRequestRow | undefined,
  otp: string,
): Promise<string | null> {
  if (request === undefined) return null;
  const { resetSecrets } = deps;
  const isRight = resetSecrets.matchesCode(request.codeHash, request.codeId, otp);
  if (!isRight || request.userId === null) return null;
  const now = deps.clock.now();
  await closeCode(trx, request.codeId, now.toISOString());
  const token = resetSecrets.makeToken();
  await insertToken(trx, {
    tokenHash: resetSecrets.hashToken(token),
    userId: request.userId,
    expiresAt: new Date(now.getTime() + LIFETIME_MS).toISOString(),
  });
  return token;
}
