import { endpoints } from '#schema/endpoints/endpoints.ts';
import { signInPlaceOf } from '../auth/sign-in-place.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampAt } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import type { Caller } from '../http/caller.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { admitRequest } from '../recovery/recovery-limits.ts';
import { mailResetForUser } from '../recovery/reset-for-user.ts';
import { findPerson } from './person-queries.ts';

/** What admins see of one person, and the mail for a new password. */
export function personRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.getPerson, async (c) =>
      jsonReply(c, JSON.stringify({ person: await getPerson(deps, c) })),
    ),
    signedInRoute(deps, endpoints.sendReset, (c, caller) => sendReset(deps, c, caller)),
  ];
}

async function getPerson(deps: Deps, c: AppContext) {
  const person = await findPerson(deps.db, pathParam(c, 'userId'), deps.clock.now());
  if (person === undefined) throw new ApiError('user_not_found');
  return person;
}

/** Counted as a request of the user for a code. Neither the reply nor the log has the code. */
async function sendReset(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const { id: userId, name, email } = await getPerson(deps, c);
  const place = signInPlaceOf(deps, c);
  await admitRequest(deps, { email, place, userId });
  const at = deps.clock.now().toISOString();
  const isSent = await inTransaction(deps.db, async (trx) => {
    if (!(await mailResetForUser(trx, deps, { id: userId, name, email, address: place.address })))
      return false;
    await insertRevision(trx, auditStampAt(caller.id, at), {
      ...{ kind: 'update', entity: 'user', entityId: userId, courseId: null, title: name },
      ...{ version: null, before: {}, after: { resetSent: 'yes' } },
    });
    return true;
  });
  deps.mails.scheduleDrain();
  deps.log.info(
    { requestId: c.get('requestId'), by: caller.id, userId, isSent },
    'reset code sent by an admin',
  );
  const hasCode = deps.config.publicUrl !== undefined;
  return jsonReply(c, JSON.stringify({ success: true, isSent, hasCode }));
}
