import { useEffect, useMemo } from 'react';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { useRefresh } from '../../session/use-refresh.ts';
import { useUserId } from '../../session/use-user-id.ts';
import { readAtOnce } from '../../store/access.ts';
import { findFetchedAt, listAdminCourses } from '../../store/admin.ts';
import type { AdminCourseOutline } from '../../store/admin-rows.ts';
import { listUnsent } from '../../store/outbox.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import { refreshAdminCourses } from '../../sync/admin-refresh.ts';
import { overlayCourses } from '../../sync/overlay.ts';
import { buildWorkspace } from './workspace-model.ts';

/**
 * The data that the workspace showed last, by user: shown first on the next visit, because reading hundreds
 * of courses takes time.
 */
let last: { readonly userId: string; readonly kept: Kept } | null = null;

/** The workspace from the device, and how to refresh it. `workspace` is null while it is read. */
export function useWorkspace() {
  const userId = useUserId();
  const kept = usePrivateQuery(readWorkspace, [], last?.userId === userId ? last.kept : undefined);
  useEffect(() => {
    if (kept) last = { userId, kept };
  }, [userId, kept]);
  const refreshing = useRefresh(refreshAdminCourses);
  const workspace = useMemo(() => (kept ? buildWorkspace(withEdits(kept), kept.unsent) : null), [kept]);
  const refused = kept?.unsent.filter(
    (row) => row.state === 'refused' && row.command.kind.startsWith('course.'),
  );
  const refusedIds = refused?.map((row) => row.id).join(' ') ?? '';
  const { refresh } = refreshing;
  // A refusal usually means that the course on the server has changed.
  useEffect(() => {
    if (refusedIds !== '') refresh();
  }, [refusedIds, refresh]);
  return { ...refreshing, workspace, fetchedAt: kept?.fetchedAt ?? null };
}

type Kept = Awaited<ReturnType<typeof readWorkspace>>;

/** The courses with unsent edits applied, including courses that exist only on this device. */
function withEdits({ courses, unsent }: Kept): AdminCourseOutline[] {
  const edits = unsent.filter(
    ({ state, command }) =>
      state !== 'refused' && command.kind !== 'course.setStatus' && command.kind !== 'course.delete',
  );
  return overlayCourses(
    courses,
    edits.map(({ command }) => command),
  );
}

async function readWorkspace(store: PrivateStore) {
  const tables = [store.adminCourses, store.outbox, store.state];
  const [courses, unsent, fetchedAt] = await readAtOnce(store, tables, () =>
    Promise.all([listAdminCourses(store), listUnsent(store), findFetchedAt(store, 'courses')]),
  );
  return { courses, unsent, fetchedAt };
}
