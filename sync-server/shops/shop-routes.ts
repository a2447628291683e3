import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { openRoute, type Route, signedInRoute } from '../http/endpoint-routes.ts';
import { jsonReply } from '../http/reply.ts';
import { listApiKeys } from './api-keys.ts';
import { createCodes } from './create-codes.ts';
import { receiveOrder } from './receive-order.ts';
import { setUpRoutes } from './set-up-routes.ts';
import { listProducts, listSources, listWaitingOrders } from './shop-queries.ts';

/** Orders of shops, codes for programs, and what admins set up for both (docs/decisions/271). */
export function shopRoutes(deps: Deps): Route[] {
  return [
    openRoute(endpoints.receiveOrder, (c) => receiveOrder(deps, c)),
    openRoute(endpoints.createCodes, (c) => createCodes(deps, c)),
    signedInRoute(deps, endpoints.listShops, async (c) => {
      const { db } = deps;
      const sources = await listSources(db);
      const products = await listProducts(db);
      const orders = await listWaitingOrders(db);
      return jsonReply(c, JSON.stringify({ sources, products, orders, keys: await listApiKeys(db) }));
    }),
    ...setUpRoutes(deps),
  ];
}
