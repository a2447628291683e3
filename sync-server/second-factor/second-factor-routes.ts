import {
  ChangeSecondFactorInput,
  ConfirmSecondFactorInput,
  normalizeSecondFactor,
  StartSecondFactorInput,
} from '#schema/account/second-factor.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addressOf, type Route, signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import { requirePassword } from '../users/require-password.ts';
import { acceptCode, secondFactorLimits } from './accept-code.ts';
import { enqueueEventMail } from './report-event.ts';
import type { SecondFactorEvent } from './second-factor-mails.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  findFactor,
  isFactorOn,
  removeFactor,
  replaceRecoveryCodes,
  startFactor,
} from './second-factor-queries.ts';

/**
 * Two-step sign-in of the user's own account:
 *
 *     off --start--> to be confirmed --confirm--> on --off--> off
 *
 * Every change requires the password, and once the factor is on a code as well: a session that was left open
 * is not enough.
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
  const isOn = await isFactorOn(deps.db, caller.id);
  const isRequired = caller.role === 'admin' && deps.config.requireSecondFactor === 'admins';
  const recoveryCodesLeft = isOn ? await countRecoveryCodes(deps.db, caller.id) : 0;
  return jsonReply(c, JSON.stringify({ isOn, isRequired, recoveryCodesLeft }));
}

async function start(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const { currentPassword } = parseInput(StartSecondFactorInput, await readJsonBody(c));
  const { email } = await requirePassword(deps, c, proofOf(caller, currentPassword));
  const userId = caller.id;
  const { secret, uri, sealedSecret } = deps.secondFactorSecrets.makeSecret({ userId, email });
  const createdAt = deps.clock.now().toISOString();
  const factor = { userId, sealedSecret, lastStep: 0, createdAt, confirmedAt: null };
  const isStarted = await inTransaction(deps.db, (trx) => startFactor(trx, factor));
  if (!isStarted) throw new ApiError('second_factor_on');
  return jsonReply(c, JSON.stringify({ secret, uri }));
}

async function confirm(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const { code } = parseInput(ConfirmSecondFactorInput, await readJsonBody(c));
  const limits = secondFactorLimits(caller.id);
  await deps.limits.consume(limits);
  const factor = await findFactor(deps.db, caller.id);
  if (factor === undefined) throw new ApiError('second_factor_off');
  if (factor.confirmedAt !== null) throw new ApiError('second_factor_on');
  const now = deps.clock.now();
  const step = deps.secondFactorSecrets.findStep(factor, normalizeSecondFactor(code), now);
  if (step === null) throw new ApiError('second_factor_invalid');
  const at = now.toISOString();
  const recoveryCodes = deps.secondFactorSecrets.makeRecoveryCodes();
  const isOn = await inTransaction(deps.db, async (trx) => {
    if (!(await confirmFactor(trx, factor, { step, at }))) return false;
    await storeRecoveryCodes(deps, trx, { userId: caller.id, recoveryCodes });
    await enqueueEventMail(deps, trx, { kind: 'on', userId: caller.id, at });
    return true;
  });
  if (!isOn) throw new ApiError('second_factor_off');
  await deps.limits.clear(limits);
  report(deps, c, { caller, kind: 'on' });
  return jsonReply(c, JSON.stringify({ recoveryCodes }));
}

async function renew(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const recoveryCodes = deps.secondFactorSecrets.makeRecoveryCodes();
  await change(deps, c, {
    caller,
    kind: 'codesReplaced',
    run: (trx) => storeRecoveryCodes(deps, trx, { userId: caller.id, recoveryCodes }),
  });
  return jsonReply(c, JSON.stringify({ recoveryCodes }));
}

async function turnOff(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  await change(deps, c, { caller, kind: 'off', run: (trx) => removeFactor(trx, caller.id) });
  return jsonReply(c, JSON.stringify({ success: true }));
}

interface Change {
  readonly caller: Caller;
  readonly kind: SecondFactorEvent;
  readonly run: (trx: Trx) => Promise<void>;
}

/** A change of a factor that is on: the code is consumed in the transaction of the change. */
async function change(deps: Deps, c: AppContext, { caller, kind, run }: Change): Promise<void> {
  const { currentPassword, code } = parseInput(ChangeSecondFactorInput, await readJsonBody(c));
  await requirePassword(deps, c, proofOf(caller, currentPassword));
  if (!(await isFactorOn(deps.db, caller.id))) throw new ApiError('second_factor_off');
  const at = deps.clock.now().toISOString();
  await acceptCode(deps, { userId: caller.id, code, event: eventOf(deps, c, caller) }, async (trx) => {
    await run(trx);
    await enqueueEventMail(deps, trx, { kind, userId: caller.id, at });
  });
  report(deps, c, { caller, kind });
}

async function storeRecoveryCodes(
  { secondFactorSecrets }: Deps,
  trx: Trx,
  { userId, recoveryCodes }: { readonly userId: string; readonly recoveryCodes: readonly string[] },
): Promise<void> {
  const hashOf = (code: string) => secondFactorSecrets.hashRecoveryCode(userId, normalizeSecondFactor(code));
  await replaceRecoveryCodes(trx, userId, recoveryCodes.map(hashOf));
}

const proofOf = (caller: Caller, password: string) => ({
  ...{ caller, password, field: 'currentPassword', refused: 'second factor change' },
});

const logged: Readonly<Record<SecondFactorEvent, string>> = {
  on: 'second factor turned on',
  off: 'second factor turned off',
  codesReplaced: 'recovery codes replaced',
  recoveryCodeUsed: 'recovery code used',
};

function report(
  deps: Deps,
  c: AppContext,
  { caller, kind }: { readonly caller: Caller; readonly kind: SecondFactorEvent },
): void {
  deps.mails.scheduleDrain();
  deps.log.warn(eventOf(deps, c, caller), logged[kind]);
}

const eventOf = (deps: Deps, c: AppContext, { id }: Caller): object => ({
  requestId: c.get('requestId'),
  address: addressOf(deps, c),
  userId: id,
});
