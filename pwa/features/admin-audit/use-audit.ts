import { useMemo, useRef, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { findFetchedAt, listAdminCourses } from '#pwa/store/admin/admin.ts';
import { findAudit } from '#pwa/store/admin/history.ts';
import type { AdminCourseRow } from '#pwa/store/database/admin-rows.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshAudit } from '#pwa/sync/pull/admin-refresh.ts';
import { fetchAudit } from '#pwa/sync/pull/fetch-revisions.ts';
import type { Revision, RevisionsReply } from '#schema/editor/history.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { type AuditFilter, isSameFilter, listShown } from './audit-model.ts';
import { useAuditFilter } from './use-audit-filter.ts';

/** Fetched pages beyond those stored on the device. */
interface FetchedPages {
  readonly filter: AuditFilter;
  readonly revisions: readonly Revision[];
  readonly more: boolean;
}

/** Admin activity: the newest from the device, also offline, and older entries from the server. */
export function useAudit() {
  const stored = usePrivateQuery(readAudit, []);
  const refreshing = useRefresh(refreshAudit);
  const [filter, setFilter] = useAuditFilter();
  const [fetched, setFetched] = useState<FetchedPages | null>(null);
  const [isFetching, setIsFetching] = useState(false);
  const [olderProblem, setOlderProblem] = useState<string | null>(null);
  const older = fetched !== null && isSameFilter(fetched.filter, filter) ? fetched : null;
  const newest = stored?.audit?.revisions ?? none;
  const shown = useMemo(
    () => listShown([...newest, ...(older?.revisions ?? [])], filter),
    [newest, older, filter],
  );

  const lastRequest = useRef(0);
  const fetchPage = async (of: AuditFilter, before: string | undefined, known: readonly Revision[]) => {
    lastRequest.current += 1;
    const turn = lastRequest.current;
    // A change of the filter in the meantime starts its own request.
    const isStale = () => turn !== lastRequest.current;
    setIsFetching(true);
    setOlderProblem(null);
    try {
      const { courseId, userId } = of;
      const page = await fetchAudit({ before, courseId: courseId ?? undefined, userId: userId ?? undefined });
      if (isStale()) return;
      setFetched({ filter: of, revisions: [...known, ...page.revisions], more: page.more });
    } catch (error) {
      if (!isStale()) setOlderProblem(describeFailure(error));
    } finally {
      if (!isStale()) setIsFetching(false);
    }
  };
  const choose = (next: AuditFilter) => {
    setFilter(next);
    // Matching entries on the device are shown in the meantime, and remain when offline.
    if (refreshing.isOnline && (next.courseId ?? next.userId) !== null) void fetchPage(next, undefined, none);
  };
  return {
    ...refreshing,
    ...{ filter, choose, shown, newest, isFetching, olderProblem },
    courses: stored?.courses ?? [],
    fetchedAt: stored?.fetchedAt ?? null,
    hasOlder: older?.more ?? stored?.audit?.more ?? false,
    fetchOlder: () => void fetchPage(filter, (shown.at(-1) ?? newest.at(-1))?.id, older?.revisions ?? none),
  };
}

const none: readonly Revision[] = [];

async function readAudit(store: PrivateStore): Promise<{
  audit: RevisionsReply | null;
  fetchedAt: string | null;
  courses: AdminCourseRow[];
}> {
  const [audit, fetchedAt, courses] = await Promise.all([
    findAudit(store),
    findFetchedAt(store, 'audit'),
    listAdminCourses(store),
  ]);
  return { audit, fetchedAt, courses };
}
