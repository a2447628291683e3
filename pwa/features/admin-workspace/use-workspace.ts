import { useEffect, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { listUnpulled, listUnsent } from '#pwa/store/account/outbox.ts';
import { findFetchedAt, listAdminCourses } from '#pwa/store/admin/admin.ts';
import { adminOutlineTables } from '#pwa/store/admin/admin-courses.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { shownCommands } from '#pwa/sync/commands/overlay.ts';
import { showCourses } from '#pwa/sync/commands/shown-course.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { buildWorkspace, type Workspace } from './workspace-model.ts';

/**
 * The data that the workspace showed last, which the next visit shows first, because reading hundreds of courses takes
 * time. After its user has signed out, it is shown to nobody.
 */
let last: StoredWorkspace | null = null;
const findLast = (userId: string) => (last?.store.userId === userId && !last.store.isGone ? last : undefined);

/** The workspace from the device, and how to refresh it. `workspace` is null while it is read. */
export function useWorkspace() {
  const userId = useUserId();
  const [opened] = useState(() => findLast(userId));
  const stored = usePrivateQuery(readWorkspace, [], opened);
  useEffect(() => {
    if (stored) last = stored;
  }, [stored]);
  const refreshing = useRefresh(refreshAdminCourses);
  const workspace = stored ? workspaceOf(stored) : null;
  const refused = stored?.unsent.filter(
    (row) => row.state === 'refused' && row.command.kind.startsWith('course.'),
  );
  const refusedIds = refused?.map((row) => row.id).join(' ') ?? '';
  const { refresh } = refreshing;
  // A refusal usually means that the course on the server has changed.
  useEffect(() => {
    if (refusedIds !== '') refresh();
  }, [refusedIds, refresh]);
  return { ...refreshing, workspace, isRead: stored !== opened, fetchedAt: stored?.fetchedAt ?? null };
}

type StoredWorkspace = Awaited<ReturnType<typeof readWorkspace>>;

/** Workspaces by what they were built from: the screen opens with the last one, which need not be built again. */
const workspaces = new WeakMap<StoredWorkspace, Workspace>();

function workspaceOf(stored: StoredWorkspace): Workspace {
  const workspace = workspaces.get(stored) ?? buildWorkspace(stored.courses, stored.unsent);
  workspaces.set(stored, workspace);
  return workspace;
}

async function readWorkspace(store: PrivateStore) {
  const tables = [...adminOutlineTables(store), store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    const [rows, unsent, unpulled, fetchedAt] = await Promise.all([
      listAdminCourses(tx),
      listUnsent(tx),
      listUnpulled(tx),
      findFetchedAt(tx, 'courses'),
    ]);
    const edits = unsent.filter(
      ({ state, command }) =>
        state !== 'refused' && command.kind !== 'course.setStatus' && command.kind !== 'course.delete',
    );
    // A live query does not observe what is read here, nor has to: whatever is shown of a course is in its row too.
    const courses = await showCourses(tx, rows, shownCommands([...unpulled, ...edits]));
    return { store, courses, unsent, fetchedAt };
  });
}
