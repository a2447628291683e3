import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { personalHeaders, reply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';

/** Proxies must neither cache this reply nor wait for its end. */
const headers = {
  ...personalHeaders,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Notifies devices of changes, so they pull at once, or sends them small ones. */
export function eventsRoute(deps: Deps): Route {
  return signedInRoute(deps, endpoints.events, async (c, caller) => {
    const isPushed = c.req.query('with') === 'changes';
    return reply(c, c.req.method === 'HEAD' ? null : deps.eventStreams.open(caller, { isPushed }), {
      headers,
    });
  });
}
