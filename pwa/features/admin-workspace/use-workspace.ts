import { useEffect, useMemo } from 'react';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { useRefresh } from '../../session/use-refresh.ts';
import { findFetchedAt, listAdminCourses } from '../../store/admin.ts';
import { listUnsent } from '../../store/outbox.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import { refreshAdminCourses } from '../../sync/admin-refresh.ts';
import { buildWorkspace } from './workspace-model.ts';

/** The workspace as the device has it, and the way to a fresher one. `workspace` is null while it is read. */
export function useWorkspace() {
  const kept = usePrivateQuery(readWorkspace, []);
  const refreshing = useRefresh(refreshAdminCourses);
  const workspace = useMemo(() => (kept ? buildWorkspace(kept.courses, kept.unsent) : null), [kept]);
  const refused = kept?.unsent.filter(
    (row) => row.state === 'refused' && row.command.kind.startsWith('course.'),
  );
  const refusedIds = refused?.map((row) => row.id).join(' ') ?? '';
  const { refresh } = refreshing;
  // A refusal mostly says that the course is another one than the device knows.
  useEffect(() => {
    if (refusedIds !== '') refresh();
  }, [refusedIds, refresh]);
  return { ...refreshing, workspace, fetchedAt: kept?.fetchedAt ?? null };
}

async function readWorkspace(store: PrivateStore) {
  const [courses, unsent, fetchedAt] = await Promise.all([
    listAdminCourses(store),
    listUnsent(store),
    findFetchedAt(store, 'courses'),
  ]);
  return { courses, unsent, fetchedAt };
}
