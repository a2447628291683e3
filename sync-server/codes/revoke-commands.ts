import { endpoints } from '#schema/endpoints/endpoints.ts';
import { RevokeAccessInput, RevokeCodeInput, RevokeInput } from '#schema/learning/code-batches.ts';
import { findAccess, removeAccess, restoreAccess } from '../activation/access-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { findCode, listNames, listUsersOf, setCodeRevokedAt } from './batch-code-queries.ts';
import { getBatch, logCodes, withoutTitle } from './batch-commands.ts';
import { updateBatch } from './batch-queries.ts';
import { recordCodeRevision, recordRemovedAccess } from './code-revisions.ts';
import { giveAccess } from './give-access.ts';
import { recordUnused } from './record-unused.ts';

/** Revoking batches, codes and access, and giving them. The later arrival applies, whatever the earlier one was. */
export function revokeRoutes(deps: Deps): Route[] {
  return [
    commandRoute(deps, {
      endpoint: endpoints.setBatchRevoked,
      parse: (body) => parseInput(RevokeInput, body),
      run: (trx, call) => setBatchRevoked(trx, call, deps),
      afterCommit: async (origin, reply) => logCodes(deps, 'batch revoked or restored', origin, reply),
    }),
    commandRoute(deps, {
      endpoint: endpoints.setCodeRevoked,
      parse: (body) => parseInput(RevokeCodeInput, body),
      run: (trx, call) => setCodeRevoked(trx, call, deps),
      afterCommit: async (origin, reply) => logCodes(deps, 'code revoked or restored', origin, reply),
    }),
    commandRoute(deps, {
      endpoint: endpoints.giveAccess,
      parse: () => undefined,
      run: (trx, call) => giveAccess(trx, call, deps),
      afterCommit: async (origin, reply) => logCodes(deps, 'access given', origin, reply),
    }),
    commandRoute(deps, {
      endpoint: endpoints.setAccessRevoked,
      parse: (body) => parseInput(RevokeAccessInput, body),
      run: setAccessRevoked,
      afterCommit: async (origin, reply) => logCodes(deps, 'access removed or restored', origin, reply),
    }),
  ];
}

async function setBatchRevoked(trx: Trx, call: CommandCall<RevokeInput>, deps: Deps) {
  const batch = await getBatch(trx, call.param('batchId'));
  const { revoked } = call.input;
  if (revoked === (batch.revokedAt !== null)) return { batch: withoutTitle(batch) };
  const at = call.now.toISOString();
  await updateBatch(trx, batch, { revokedAt: revoked ? at : null });
  const changed = await getBatch(trx, batch.id);
  await recordCodeRevision(trx, call, changed, { kind: 'update', after: { state: stateOf(revoked) } });
  await recordUnused(trx, deps, { courseId: batch.courseId, at });
  return { batch: withoutTitle(changed) };
}

async function setCodeRevoked(trx: Trx, call: CommandCall<RevokeCodeInput>, deps: Deps) {
  const { input, now, param } = call;
  const found = await findCode(trx, param('codeId'));
  if (found === undefined) throw new ApiError('code_not_found');
  const { id, courseId, courseTitle } = found;
  const at = now.toISOString();
  if (input.revoked !== (found.revokedAt !== null)) {
    await setCodeRevokedAt(trx, id, input.revoked ? at : null);
    const after = { codeState: stateOf(input.revoked) };
    await recordCodeRevision(trx, call, { id, courseId, courseTitle }, { kind: 'update', after });
    await recordUnused(trx, deps, { courseId, at });
  }
  if (input.revoked && input.removesAccess) {
    const removal = { courseId, userIds: await listUsersOf(trx, id), reason: input.reason, at };
    const removed = await removeAccess(trx, removal);
    await recordRemovedAccess(trx, call, { courseId, courseTitle }, await listNames(trx, removed));
  }
  const code = await findCode(trx, id);
  if (code === undefined) throw new ApiError('code_not_found');
  const { courseId: _, courseTitle: __, batch: ___, ...shown } = code;
  return { code: shown };
}

async function setAccessRevoked(trx: Trx, call: CommandCall<RevokeAccessInput>) {
  await changeAccess(trx, call, { userId: call.param('userId'), courseId: call.param('courseId') });
  return { success: true as const };
}

interface Access {
  readonly userId: string;
  readonly courseId: string;
}

/** Throws ApiError 404 for a user who never unlocked the course. */
async function changeAccess(trx: Trx, call: CommandCall<RevokeAccessInput>, access: Access): Promise<void> {
  const { revoked, reason } = call.input;
  const { userId, courseId } = access;
  const found = await findAccess(trx, access);
  if (found === undefined) throw new ApiError('access_not_found');
  const { courseTitle, userName } = found;
  const at = call.now.toISOString();
  if (revoked) {
    const removed = await removeAccess(trx, { courseId, userIds: [userId], reason, at });
    const users = removed.map((id) => ({ id, name: userName }));
    await recordRemovedAccess(trx, call, { courseId, courseTitle }, users);
  } else if (await restoreAccess(trx, { ...access, at })) {
    const after = { access: 'restored', user: userName };
    await recordCodeRevision(trx, call, { id: userId, courseId, courseTitle }, { kind: 'update', after });
  }
}

const stateOf = (revoked: boolean): string => (revoked ? 'revoked' : 'restored');
