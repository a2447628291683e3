import { endpoints } from '#schema/endpoints/endpoints.ts';
import { WAITING_ORDERS_PAGE } from '#schema/limits.ts';
import type { ShopsReply } from '#schema/shops/shops.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { openRoute, signedInRoute } from '../http/endpoint-routes.ts';
import { type PageQuery, printPlace, readPageQuery } from '../http/paging.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { listApiKeys } from './api-keys.ts';
import { createCodes } from './create-codes.ts';
import { listIgnored } from './ignored-products.ts';
import { receiveOrder } from './receive-order.ts';
import { setUpRoutes } from './set-up-routes.ts';
import { countWaitingOrders, listProducts, listSources, listWaitingOrders } from './shop-queries.ts';

/** Orders of shops, codes for programs, and what admins set up for both (docs/why/codes.md). */
export function shopRoutes(deps: Deps): Route[] {
  return [
    openRoute(endpoints.receiveOrder, (c) => receiveOrder(deps, c)),
    openRoute(endpoints.createCodes, (c) => createCodes(deps, c)),
    signedInRoute(deps, endpoints.listShops, async (c) => {
      const { db } = deps;
      const { orders, next } = await pageOfWaiting(db, { limit: WAITING_ORDERS_PAGE, after: null });
      const reply: ShopsReply = {
        sources: await listSources(db),
        products: await listProducts(db),
        ignored: await listIgnored(db),
        ...{ orders, ordersNext: next, orderCount: await countWaitingOrders(db) },
        keys: await listApiKeys(db),
      };
      return jsonReply(c, JSON.stringify(reply));
    }),
    signedInRoute(deps, endpoints.listWaitingOrders, async (c) => {
      const query = readPageQuery(c, WAITING_ORDERS_PAGE) ?? { limit: WAITING_ORDERS_PAGE, after: null };
      return jsonReply(c, JSON.stringify(await pageOfWaiting(deps.db, query)));
    }),
    ...setUpRoutes(deps),
  ];
}

async function pageOfWaiting(db: Db, { limit, after }: PageQuery) {
  const found = await listWaitingOrders(db, { after, limit: limit + 1 });
  const last = found.length > limit ? found[limit - 1] : undefined;
  const next = last === undefined ? null : printPlace({ key: last.receivedAt, id: last.id });
  return { orders: found.slice(0, limit), next };
}
