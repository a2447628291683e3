import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { Deps } from '../deps.ts';
import { findSessionUser, type SessionUser } from '../sessions/session-queries.ts';
import { admitCaller } from './admit-caller.ts';
import type { Caller } from './caller.ts';
import type { FindSession, FoundCaller } from './find-caller.ts';
import type { AppContext } from './reply.ts';
import { misplaced, type Route } from './route.ts';
import { requireOwnPage } from './same-origin.ts';

/** A public call; it reads its own body, in its own order (limits come first). */
export function openRoute(endpoint: Endpoint, handle: (c: AppContext) => Promise<Response>): Route {
  if (endpoint.caller !== 'anyone' || endpoint.isCommand || endpoint.isPageOnly) throw misplaced(endpoint);
  return { endpoint, handle, sharesTransaction: false };
}

/** A call that only a page of this origin may make, because it accepts a cookie. */
export function pageRoute(
  deps: Deps,
  endpoint: Endpoint,
  handle: (c: AppContext) => Promise<Response>,
): Route {
  if (!endpoint.isPageOnly) throw misplaced(endpoint);
  return {
    endpoint,
    sharesTransaction: false,
    handle: async (c) => {
      requireOwnPage(deps, c);
      return handle(c);
    },
  };
}

/** A call that is not a command. The caller is authorised by the table before anything is read. */
export function signedInRoute(
  deps: Deps,
  endpoint: Endpoint,
  handle: (c: AppContext, caller: Caller) => Promise<Response>,
): Route {
  return signedInRouteWith(deps, endpoint, findSessionUser, (c, { caller }) => handle(c, caller));
}

/** A {@link signedInRoute} that needs more of its caller, which `find` reads in the same round trip. */
export function signedInRouteWith<Found extends SessionUser>(
  deps: Deps,
  endpoint: Endpoint,
  find: FindSession<Found>,
  handle: (c: AppContext, found: FoundCaller<Found>) => Promise<Response>,
): Route {
  if (endpoint.caller === 'anyone' || endpoint.isCommand) throw misplaced(endpoint);
  return {
    endpoint,
    sharesTransaction: false,
    handle: async (c) => handle(c, await admitCaller(deps, c, { endpoint, find })),
  };
}
