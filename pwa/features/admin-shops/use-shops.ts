import { useCallback, useRef, useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { type Refreshing, useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { listAdminCourses } from '#pwa/store/admin/admin.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { fillQuery } from '#pwa/sync/pull/fetch-pages.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { WAITING_ORDERS_PAGE } from '#schema/limits.ts';
import type { ShopsReply } from '#schema/shops/shops.ts';

/** A course that a product may unlock. */
export interface CourseChoice {
  readonly id: string;
  readonly title: string;
}

export interface Shops extends Refreshing {
  /** As the server has them, with as many orders as are shown; null until read. They are not stored on the device. */
  readonly reply: ShopsReply | null;
  readonly fetchedAt: string | null;
  readonly courses: readonly CourseChoice[];
  /** Reads the next orders that wait. */
  readonly showMore: () => void;
}

/** The shops, the orders that wait and the API keys, read when the page opens and after each change. */
export function useShops(): Shops {
  const [read, setRead] = useState<{ reply: ShopsReply; fetchedAt: string } | null>(null);
  const pages = useRef(1);
  const load = useCallback(async () => {
    const [reply] = await Promise.all([readShops(pages.current), refreshAdminCourses()]);
    setRead({ reply, fetchedAt: new Date().toISOString() });
  }, []);
  const courses = usePrivateQuery(listAdminCourses, []) ?? [];
  const refreshing = useRefresh(load);
  const showMore = () => {
    pages.current += 1;
    refreshing.refresh();
  };
  const [reply, fetchedAt] = [read?.reply ?? null, read?.fetchedAt ?? null];
  return { ...refreshing, reply, fetchedAt, courses, showMore };
}

/** All pages are read again, because an order that was decided is in one of them no longer. */
async function readShops(pages: number): Promise<ShopsReply> {
  const { listWaitingOrders } = endpoints;
  let { orders, ordersNext, ...reply } = await call(endpoints.listShops);
  for (let page = 1; page < pages && ordersNext !== null; page += 1) {
    const path = listWaitingOrders.path + fillQuery(WAITING_ORDERS_PAGE, ordersNext);
    const more = await call(listWaitingOrders, { path });
    orders = [...orders, ...more.orders];
    ordersNext = more.next;
  }
  return { ...reply, orders, ordersNext };
}
