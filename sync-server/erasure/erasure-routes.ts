import { DeleteAccountInput } from '#schema/account/personal-data.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { clearCache } from '../auth/clear-cache.ts';
import { endHandover } from '../auth/handover/handover-cookie.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { requirePassword } from '../passwords/require-password.ts';
import { eraseAccount } from './erase-account.ts';

/** Users delete their own account, with their password: a session that was left open is not enough. */
export function erasureRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.deleteAccount, async (c, caller) => {
      const { password } = parseInput(DeleteAccountInput, await readJsonBody(c));
      const refused = 'deletion of an account';
      await requirePassword(deps, c, { caller, password, field: 'password', refused });
      try {
        await eraseAccount(deps, caller.id);
      } catch (error) {
        if (deps.erasures.has(caller.id)) deps.erasureRepeats.repeat(deps.db);
        throw error;
      }
      deps.log.warn({ requestId: c.get('requestId'), userId: caller.id }, 'account deleted');
      const body = JSON.stringify({ success: true });
      return jsonReply(c, body, { headers: clearCache, cookies: endHandover(deps, c) });
    }),
  ];
}
