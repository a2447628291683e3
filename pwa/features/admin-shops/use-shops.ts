import { useCallback, useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { type Refreshing, useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { listAdminCourses } from '#pwa/store/admin/admin.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { ShopsReply } from '#schema/shops/shops.ts';

/** A course that a product may unlock. */
export interface CourseChoice {
  readonly id: string;
  readonly title: string;
}

export interface Shops extends Refreshing {
  /** As the server has them; null until they are read. They are not stored on the device. */
  readonly reply: ShopsReply | null;
  readonly fetchedAt: string | null;
  readonly courses: readonly CourseChoice[];
}

/** The shops, the orders that wait and the API keys, read when the page opens and after each change. */
export function useShops(): Shops {
  const [read, setRead] = useState<{ reply: ShopsReply; fetchedAt: string } | null>(null);
  const load = useCallback(async () => {
    const [reply] = await Promise.all([call(endpoints.listShops), refreshAdminCourses()]);
    setRead({ reply, fetchedAt: new Date().toISOString() });
  }, []);
  const courses = usePrivateQuery(listAdminCourses, []) ?? [];
  return { ...useRefresh(load), reply: read?.reply ?? null, fetchedAt: read?.fetchedAt ?? null, courses };
}
