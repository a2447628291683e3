import { useEffect, useRef } from 'react';
import { paths } from '#pwa/paths.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { refreshTrash } from '#pwa/sync/pull/admin-refresh.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { TRASH_DAYS } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import styles from './admin-trash-page.module.css';
import { TrashComing } from './trash-pending.tsx';
import { TrashedCard } from './trashed-card.tsx';
import { useTrash } from './use-trash.ts';

/** The deleted courses, which can be restored or deleted for good (docs/spec-map.md). */
export function AdminTrashPage() {
  const stored = useTrash();
  const refreshing = useRefresh(refreshTrash);
  const { courses = [], coming = [] } = stored ?? {};
  const { refresh } = refreshing;
  const comingIds = coming.map(({ id }) => id).join(' ');
  const shownIds = useRef(comingIds);
  // A deletion that was sent is in the trash of the server now.
  useEffect(() => {
    if (shownIds.current !== '' && shownIds.current !== comingIds) refresh();
    shownIds.current = comingIds;
  }, [comingIds, refresh]);
  return (
    <AdminListPage
      title="Trash"
      action={<ButtonLink to={paths.adminWorkspace}>Back to Workspace</ButtonLink>}
      failedTitle={messages.adminDataFailed}
      {...refreshing}
      fetchedAt={stored?.fetchedAt ?? null}
      skeleton={<Skeleton height="12rem" />}
      ownData={coming.length > 0 ? 'some' : 'none'}
      empty={
        courses.length + coming.length === 0 && (
          <EmptyState>
            <h2>The trash is empty</h2>
            <p>A deleted course stays here for {TRASH_DAYS} days, with its learners and their progress.</p>
          </EmptyState>
        )
      }
    >
      {coming.map((one) => (
        <TrashComing key={one.id} coming={one} isOnline={refreshing.isOnline} />
      ))}
      <Stack as="ul" gap={3} className={styles.list}>
        {courses.map((shown) => (
          <TrashedCard key={shown.course.courseId} shown={shown} isOnline={refreshing.isOnline} />
        ))}
      </Stack>
    </AdminListPage>
  );
}
