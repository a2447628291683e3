import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { getStats } from './stats-queries.ts';

/** The figures of the admin dashboard. */
export function statsRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.getStats, async (c) =>
      jsonReply(c, JSON.stringify({ stats: await getStats(deps.db, deps.clock.now()) })),
    ),
  ];
}
