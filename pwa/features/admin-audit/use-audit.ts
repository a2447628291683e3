import { useMemo, useRef, useState } from 'react';
import type { Revision, RevisionsReply } from '#schema/history.ts';
import { describeFailure } from '#schema/spoken-error.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { useRefresh } from '../../session/use-refresh.ts';
import { findFetchedAt, listAdminCourses } from '../../store/admin.ts';
import type { AdminCourseOutline } from '../../store/admin-rows.ts';
import { findAudit } from '../../store/history.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import { refreshAudit } from '../../sync/admin-refresh.ts';
import { fetchAudit } from '../../sync/fetch-revisions.ts';
import { type AuditFilter, isSameFilter, listShown } from './audit-model.ts';
import { useAuditFilter } from './use-audit-filter.ts';

/** Fetched pages beyond those stored on the device. */
interface Asked {
  readonly filter: AuditFilter;
  readonly revisions: readonly Revision[];
  readonly more: boolean;
}

/** Admin activity: the newest from the device, also offline, and older entries from the server. */
export function useAudit() {
  const kept = usePrivateQuery(readAudit, []);
  const refreshing = useRefresh(refreshAudit);
  const [filter, setFilter] = useAuditFilter();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [olderProblem, setOlderProblem] = useState<string | null>(null);
  const older = asked !== null && isSameFilter(asked.filter, filter) ? asked : null;
  const newest = kept?.audit?.revisions ?? none;
  const shown = useMemo(
    () => listShown([...newest, ...(older?.revisions ?? [])], filter),
    [newest, older, filter],
  );

  const lastAsked = useRef(0);
  const ask = async (of: AuditFilter, before: string | undefined, known: readonly Revision[]) => {
    lastAsked.current += 1;
    const turn = lastAsked.current;
    // A change of the filter in the meantime starts its own request.
    const isStale = () => turn !== lastAsked.current;
    setIsAsking(true);
    setOlderProblem(null);
    try {
      const { courseId, userId } = of;
      const page = await fetchAudit({ before, courseId: courseId ?? undefined, userId: userId ?? undefined });
      if (isStale()) return;
      setAsked({ filter: of, revisions: [...known, ...page.revisions], more: page.more });
    } catch (error) {
      if (!isStale()) setOlderProblem(describeFailure(error));
    } finally {
      if (!isStale()) setIsAsking(false);
    }
  };
  const choose = (next: AuditFilter) => {
    setFilter(next);
    // Matching entries on the device are shown in the meantime, and remain when offline.
    if (refreshing.isOnline && (next.courseId ?? next.userId) !== null) void ask(next, undefined, none);
  };
  return {
    ...refreshing,
    ...{ filter, choose, shown, newest, isAsking, olderProblem },
    courses: kept?.courses ?? [],
    fetchedAt: kept?.fetchedAt ?? null,
    hasOlder: older?.more ?? kept?.audit?.more ?? false,
    askOlder: () => void ask(filter, (shown.at(-1) ?? newest.at(-1))?.id, older?.revisions ?? none),
  };
}

const none: readonly Revision[] = [];

async function readAudit(store: PrivateStore): Promise<{
  audit: RevisionsReply | null;
  fetchedAt: string | null;
  courses: AdminCourseOutline[];
}> {
  const [audit, fetchedAt, courses] = await Promise.all([
    findAudit(store),
    findFetchedAt(store, 'audit'),
    listAdminCourses(store),
  ]);
  return { audit, fetchedAt, courses };
}
