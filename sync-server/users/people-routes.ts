import * as v from 'valibot';
import { RoleInput, UserReply } from '#schema/account/profile.ts';
import type { Role } from '#schema/account/user.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandCall, CommandOrigin } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { findUser } from '../sessions/user-queries.ts';
import { withAvatar } from './profile-routes.ts';
import { countAdmins, findRole, updateRole } from './role-queries.ts';
import { replyWithUsers } from './user-list.ts';

/** The admins' list of users, and the roles they assign. */
export function peopleRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.listUsers, (c) => replyWithUsers(deps, c)),
    commandRoute(deps, {
      endpoint: endpoints.setRole,
      parse: (body) => parseInput(RoleInput, body),
      run: setRole,
      complete: (reply) => withAvatar(deps, reply),
      afterCommit: async (origin, reply) => logRole(deps, origin, reply),
    }),
  ];
}

/**
 * Errors, from the most to the least specific: an admin who was demoted meanwhile; the caller's own role; an
 * unknown id; the last admin, as when two demote each other at once.
 */
async function setRole(trx: Trx, call: CommandCall<RoleInput>) {
  const { caller, input, param, now } = call;
  const userId = param('userId');
  if ((await findRole(trx, caller.id)) !== 'admin') throw new ApiError('not_allowed');
  if (userId === caller.id) throw new ApiError('role_own');
  const role = await findRole(trx, userId);
  if (role === undefined) throw new ApiError('user_not_found');
  if (role !== input.role) {
    if (role === 'admin' && (await countAdmins(trx)) <= 1) throw new ApiError('role_last_admin');
    await updateRole(trx, userId, { role: input.role, at: now.toISOString() });
    await recordRoleRevision(trx, call, role);
  }
  const user = await findUser(trx, userId);
  if (user === undefined) throw new ApiError('user_not_found');
  return { user: { ...user, avatar: null } };
}

async function recordRoleRevision(trx: Trx, call: CommandCall<RoleInput>, before: Role): Promise<void> {
  const entityId = call.param('userId');
  const title = (await findUser(trx, entityId))?.name ?? '';
  await insertRevision(trx, auditStampOf(call), {
    ...{ kind: 'update', entity: 'user', entityId, courseId: null, title, version: null },
    before: { role: before },
    after: { role: call.input.role },
  });
}

function logRole(deps: Deps, { caller, param, address }: CommandOrigin, reply: CommandReply): void {
  const event = { by: caller.id, userId: param('userId'), address };
  if (reply.status === 200) {
    const { user } = v.parse(UserReply, JSON.parse(reply.body));
    deps.log.info({ ...event, role: user.role }, 'role changed');
  } else {
    deps.log.warn({ ...event, status: reply.status }, 'role change refused');
  }
}
