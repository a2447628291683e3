import { v7 as uuidv7 } from 'uuid';
import { AddPasskeyInput, RenamePasskeyInput } from '#schema/account/passkeys.ts';
import { ChangeSecondFactorInput } from '#schema/account/second-factor.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { PASSKEYS_PER_USER_MAX } from '#schema/limits.ts';
import type { PasskeyRow } from '#sync-server/db/account-tables.ts';
import { inTransaction, type Trx } from '#sync-server/db/transaction.ts';
import type { Deps } from '#sync-server/deps.ts';
import { auditStampAt } from '#sync-server/history/audit-stamp.ts';
import { insertRevision } from '#sync-server/history/revision-queries.ts';
import type { Caller } from '#sync-server/http/caller.ts';
import { signedInRoute } from '#sync-server/http/endpoint-routes.ts';
import { parseInput } from '#sync-server/http/parse-input.ts';
import { pathParam } from '#sync-server/http/path-param.ts';
import { readJsonBody } from '#sync-server/http/read-body.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { type AppContext, jsonReply } from '#sync-server/http/reply.ts';
import type { Route } from '#sync-server/http/route.ts';
import { findPasswordOwner } from '#sync-server/passwords/password-queries.ts';
import { isFactorOn } from '#sync-server/sessions/factor-queries.ts';
import { eventOf, reportChange, requireOwnPassword, requireProof } from '../change-factor.ts';
import { issueRecoveryCodes } from '../issue-recovery-codes.ts';
import { enqueueEventMail } from '../report-event.ts';
import { secondFactorLimits } from '../second-factor-limits.ts';
import { removeBegun, removeCodesOfNothing } from '../second-factor-queries.ts';
import { insertChallenge, scopeOf, takeChallenge } from './challenge-queries.ts';
import { challengeOf } from './client-data.ts';
import { describePasskey } from './describe-passkey.ts';
import { offerPasskeys } from './offer-passkeys.ts';
import { findPasskey, insertPasskey, listPasskeys, removePasskey, renamePasskey } from './passkey-queries.ts';
import { findRelyingParty, type RelyingParty } from './relying-party.ts';
import { reportUnverified } from './report-unverified.ts';
import { makeCreation, type NewCredential, verifyCreation } from './webauthn.ts';

/** The passkeys of the user's own account; see secondFactorRoutes for the rules of every change. */
export function passkeyRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.startPasskey, (c, caller) => start(deps, c, caller)),
    signedInRoute(deps, endpoints.addPasskey, (c, caller) => add(deps, c, caller)),
    signedInRoute(deps, endpoints.requestPasskey, (c, caller) => request(deps, c, caller)),
    signedInRoute(deps, endpoints.renamePasskey, (c, caller) => rename(deps, c, caller)),
    signedInRoute(deps, endpoints.removePasskey, (c, caller) => remove(deps, c, caller)),
  ];
}

async function start(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const input = parseInput(ChangeSecondFactorInput, await readJsonBody(c));
  const { email, name } = await requireOwnPassword(deps, c, { caller, password: input.currentPassword });
  const party = requireRelyingParty(deps);
  const passkeys = await listPasskeys(deps.db, caller.id);
  requireRoom(passkeys);
  if (await isFactorOn(deps.db, caller.id)) await requireProof(deps, c, { caller, input });
  const creation = await makeCreation({ party, passkeys, user: { id: caller.id, email, name } });
  const scope = scopeOf('creation', caller.session?.id);
  const begun = { challenge: creation.challenge, userId: caller.id, scope };
  await inTransaction(deps.db, (trx) => insertChallenge(trx, begun, deps.clock.now()));
  return jsonReply(c, JSON.stringify({ creation }));
}

async function add(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const { name, passkey } = parseInput(AddPasskeyInput, await readJsonBody(c));
  const party = requireRelyingParty(deps);
  const limits = secondFactorLimits(caller.id);
  await deps.limits.consume(limits);
  const challenge = challengeOf(passkey.response.clientDataJSON);
  if (challenge === null || !(await takeCreation(deps, caller, challenge)))
    throw new ApiError('passkey_unverified');
  const verified = verifyCreation(passkey, { party, challenge });
  const credential = await verified.catch((error) => reportUnverified(deps, eventOf(deps, c, caller), error));
  if (credential === null) throw new ApiError('passkey_unverified');
  const row = rowOf(deps, { userId: caller.id, name, party, credential });
  const recoveryCodes = await inTransaction(deps.db, (trx) => store(deps, trx, row));
  await deps.limits.clear(limits);
  reportChange(deps, c, { caller, kind: 'passkeyAdded' });
  return jsonReply(c, JSON.stringify({ passkey: describePasskey(deps, row), recoveryCodes }));
}

function takeCreation({ db, clock }: Deps, caller: Caller, challenge: string): Promise<boolean> {
  const scope = scopeOf('creation', caller.session?.id);
  return inTransaction(db, (trx) => takeChallenge(trx, { challenge, userId: caller.id, scope }, clock.now()));
}

interface Created {
  readonly userId: string;
  readonly name: string;
  readonly party: RelyingParty;
  readonly credential: NewCredential;
}

function rowOf({ clock }: Deps, { userId, name, party, credential }: Created): PasskeyRow {
  const createdAt = clock.now().toISOString();
  return { id: uuidv7(), userId, name, rpId: party.id, ...credential, createdAt, lastUsedAt: null };
}

/** Stores a passkey; returns the recovery codes if it is the first second factor. */
async function store(deps: Deps, trx: Trx, row: PasskeyRow): Promise<readonly string[]> {
  const { userId, createdAt: at } = row;
  const isFirst = !(await isFactorOn(trx, userId));
  requireRoom(await listPasskeys(trx, userId));
  if (!(await insertPasskey(trx, row))) throw new ApiError('passkey_taken');
  if (isFirst) await removeBegun(trx, userId);
  const recoveryCodes = isFirst ? await issueRecoveryCodes(deps, trx, userId) : [];
  await enqueueEventMail(deps, trx, { kind: 'passkeyAdded', userId, at });
  await record(trx, { userId, at, passkey: 'added' });
  return recoveryCodes;
}

async function request(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const scope = scopeOf('change', caller.session?.id);
  const offered = await offerPasskeys(deps, { userId: caller.id, scope });
  if (offered === null) throw new ApiError('passkeys_unavailable');
  return jsonReply(c, JSON.stringify({ request: offered }));
}

async function rename(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const { name } = parseInput(RenamePasskeyInput, await readJsonBody(c));
  const owned = { userId: caller.id, id: pathParam(c, 'passkeyId') };
  const row = await inTransaction(deps.db, async (trx) => {
    if (!(await renamePasskey(trx, owned, name))) throw new ApiError('passkey_not_found');
    return findPasskey(trx, owned);
  });
  if (row === undefined) throw new ApiError('passkey_not_found');
  return jsonReply(c, JSON.stringify({ passkey: describePasskey(deps, row) }));
}

async function remove(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const input = parseInput(ChangeSecondFactorInput, await readJsonBody(c));
  await requireOwnPassword(deps, c, { caller, password: input.currentPassword });
  const userId = caller.id;
  const owned = { userId, id: pathParam(c, 'passkeyId') };
  if ((await findPasskey(deps.db, owned)) === undefined) throw new ApiError('passkey_not_found');
  const at = deps.clock.now().toISOString();
  const removed: { isOff: boolean } = { isOff: false };
  await requireProof(deps, c, { caller, input }, async (trx) => {
    if (!(await removePasskey(trx, owned))) throw new ApiError('passkey_not_found');
    removed.isOff = await removeCodesOfNothing(trx, userId);
    if (removed.isOff) requireOptional(deps, caller);
    const kind = removed.isOff ? 'off' : 'passkeyRemoved';
    await enqueueEventMail(deps, trx, { kind, userId, at });
    await record(trx, { userId, at, passkey: 'removed' });
  });
  reportChange(deps, c, { caller, kind: removed.isOff ? 'off' : 'passkeyRemoved' });
  return jsonReply(c, JSON.stringify({ success: true }));
}

/** A second passkey, or an app, can be added first: unlike for an app, there is no need to be without a factor. */
function requireOptional({ config }: Deps, { role }: Caller): void {
  if (role === 'admin' && config.requireSecondFactor === 'admins') throw new ApiError('second_factor_last');
}

function requireRelyingParty({ config }: Deps): RelyingParty {
  const party = findRelyingParty(config);
  if (party === null) throw new ApiError('passkeys_unavailable');
  return party;
}

function requireRoom(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length >= PASSKEYS_PER_USER_MAX) throw new ApiError('passkeys_full');
}

interface Recorded {
  readonly userId: string;
  readonly at: string;
  readonly passkey: 'added' | 'removed';
}

/** Without its name, which is nobody else's business. */
async function record(trx: Trx, { userId, at, passkey }: Recorded): Promise<void> {
  const owner = await findPasswordOwner(trx, userId);
  if (owner === undefined) return;
  await insertRevision(trx, auditStampAt(userId, at), {
    ...{ kind: 'update', entity: 'user', entityId: userId, courseId: null, title: owner.name },
    ...{ version: null, before: {}, after: { passkey } },
  });
}
