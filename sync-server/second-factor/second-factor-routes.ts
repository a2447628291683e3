import {
  ChangeSecondFactorInput,
  ConfirmSecondFactorInput,
  normalizeSecondFactor,
  type SecondFactorStatus,
} from '#schema/account/second-factor.ts';
import { tidyCode } from '#schema/activation/code-text.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { findFactor, hasApp, hasPasskeys, isFactorOn } from '../sessions/factor-queries.ts';
import { reportChange, requireOwnPassword, requireProof } from './change-factor.ts';
import { issueRecoveryCodes } from './issue-recovery-codes.ts';
import { describePasskeys } from './passkeys/describe-passkey.ts';
import { enqueueEventMail } from './report-event.ts';
import { secondFactorLimits } from './second-factor-limits.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  removeApp,
  removeBegun,
  startFactor,
} from './second-factor-queries.ts';

/**
 * Two-step sign-in of the user's own account, with an authenticator app (passkeys: passkeys/passkey-routes.ts):
 *
 *     off --start--> to be confirmed --confirm--> on --off--> off
 *
 * Every change requires the password, and once there is a second factor a code or a passkey as well: a session that was
 * left open is not enough. The first factor creates recovery codes, which are valid as long as there is one.
 */
export function secondFactorRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.getSecondFactor, (c, caller) => getStatus(deps, c, caller)),
    signedInRoute(deps, endpoints.startSecondFactor, (c, caller) => start(deps, c, caller)),
    signedInRoute(deps, endpoints.confirmSecondFactor, (c, caller) => confirm(deps, c, caller)),
    signedInRoute(deps, endpoints.renewRecoveryCodes, (c, caller) => renew(deps, c, caller)),
    signedInRoute(deps, endpoints.turnOffSecondFactor, (c, caller) => turnOff(deps, c, caller)),
  ];
}

async function getStatus(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const isApp = await hasApp(deps.db, caller.id);
  const { passkeys, passkeyObstacle } = await describePasskeys(deps, caller.id);
  const isOn = isApp || passkeys.length > 0;
  const status: SecondFactorStatus = {
    isOn,
    isRequired: caller.role === 'admin' && deps.config.requireSecondFactor === 'admins',
    recoveryCodesLeft: isOn ? await countRecoveryCodes(deps.db, caller.id) : 0,
    hasApp: isApp,
    passkeys,
    passkeyObstacle,
  };
  return jsonReply(c, JSON.stringify(status));
}

async function start(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const input = parseInput(ChangeSecondFactorInput, await readJsonBody(c));
  const { email } = await requireOwnPassword(deps, c, { caller, password: input.currentPassword });
  const userId = caller.id;
  if (await hasApp(deps.db, userId)) throw new ApiError('second_factor_on');
  if (await hasPasskeys(deps.db, userId)) await requireProof(deps, c, { caller, input });
  const { secret, uri, sealedSecret } = deps.secondFactorSecrets.makeSecret({ userId, email });
  const createdAt = deps.clock.now().toISOString();
  const factor = { userId, sealedSecret, lastStep: 0, createdAt, confirmedAt: null };
  const isStarted = await inTransaction(deps.db, (trx) => startFactor(trx, factor));
  if (!isStarted) throw new ApiError('second_factor_on');
  return jsonReply(c, JSON.stringify({ secret, uri }));
}

async function confirm(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const { code } = parseInput(ConfirmSecondFactorInput, await readJsonBody(c));
  const userId = caller.id;
  const limits = secondFactorLimits(userId);
  await deps.limits.consume(limits);
  const factor = await findFactor(deps.db, userId);
  if (factor === undefined) throw new ApiError('second_factor_off');
  if (factor.confirmedAt !== null) throw new ApiError('second_factor_on');
  const now = deps.clock.now();
  const step = deps.secondFactorSecrets.findStep(factor, normalizeSecondFactor(tidyCode(code)), now);
  if (step === null) throw new ApiError('second_factor_invalid');
  const at = now.toISOString();
  const added = await inTransaction(deps.db, async (trx) => {
    const isFirst = !(await isFactorOn(trx, userId));
    if (!(await confirmFactor(trx, factor, { step, at }))) return null;
    const kind = isFirst ? 'on' : 'appAdded';
    if (isFirst) await removeBegun(trx, userId);
    const recoveryCodes = isFirst ? await issueRecoveryCodes(deps, trx, userId) : [];
    await enqueueEventMail(deps, trx, { kind, userId, at });
    return { kind, recoveryCodes } as const;
  });
  if (added === null) throw new ApiError('second_factor_off');
  await deps.limits.clear(limits);
  reportChange(deps, c, { caller, kind: added.kind });
  return jsonReply(c, JSON.stringify({ recoveryCodes: added.recoveryCodes }));
}

async function renew(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const input = parseInput(ChangeSecondFactorInput, await readJsonBody(c));
  await requireOwnPassword(deps, c, { caller, password: input.currentPassword });
  const at = deps.clock.now().toISOString();
  const kind = 'codesReplaced';
  let recoveryCodes: readonly string[] = [];
  await requireProof(deps, c, { caller, input }, async (trx) => {
    recoveryCodes = await issueRecoveryCodes(deps, trx, caller.id);
    await enqueueEventMail(deps, trx, { kind, userId: caller.id, at });
  });
  reportChange(deps, c, { caller, kind });
  return jsonReply(c, JSON.stringify({ recoveryCodes }));
}

/**
 * Also where the installation requires a second factor, unlike the removal of the last passkey: there is no other way
 * to change the app of an account without passkeys. The required step follows at once.
 */
async function turnOff(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const input = parseInput(ChangeSecondFactorInput, await readJsonBody(c));
  await requireOwnPassword(deps, c, { caller, password: input.currentPassword });
  if (!(await hasApp(deps.db, caller.id))) throw new ApiError('second_factor_off');
  const at = deps.clock.now().toISOString();
  const kind = (await hasPasskeys(deps.db, caller.id)) ? 'appRemoved' : 'off';
  await requireProof(deps, c, { caller, input }, async (trx) => {
    await removeApp(trx, caller.id);
    await enqueueEventMail(deps, trx, { kind, userId: caller.id, at });
  });
  reportChange(deps, c, { caller, kind });
  return jsonReply(c, JSON.stringify({ success: true }));
}
