import { memo, useState } from 'react';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { refreshAdminUsers } from '#pwa/sync/pull/admin-refresh.ts';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { LongPager } from '#pwa/ui/lists/long-pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import styles from './admin-users-page.module.css';
import { RoleDialog } from './role-dialog.tsx';
import { useUserFilter } from './use-user-filter.ts';
import { type UserPage, useUsers } from './use-users.ts';
import { UserFilters } from './user-filters.tsx';
import { UserList } from './user-list.tsx';
import { UserListSkeleton, UserRowsSkeleton } from './user-list-skeleton.tsx';
import type { ShownUser } from './users-model.ts';

/** All users and their roles (spec map, section 2). */
export function AdminUsersPage() {
  const [filter, choose] = useUserFilter();
  const [requested, turn] = useAddressPage();
  const { shown, isSearching, fetchedAt, prepareSearch } = useUsers(filter, requested);
  const refreshing = useRefresh(refreshAdminUsers);
  return (
    <AdminListPage
      title="User Management"
      fetchedAt={fetchedAt}
      failedTitle={adminMessages.usersFailed}
      {...refreshing}
      skeleton={<UserListSkeleton />}
    >
      <Stack gap={4}>
        <UserFilters filter={filter} onChange={choose} onPrepare={prepareSearch} />
        <p className={styles.count} role="status">
          {isSearching || shown === null ? 'Searching all users…' : describePage(shown)}
        </p>
        {shown === null ? (
          <UserRowsSkeleton />
        ) : (
          <People shown={shown} isOnline={refreshing.isOnline} onTurn={turn} />
        )}
      </Stack>
    </AdminListPage>
  );
}

function describePage({ rows, rangeLabel }: UserPage): string {
  return rows.length === 0 ? adminMessages.noUsersFound : rangeLabel;
}

interface PeopleProps {
  shown: UserPage;
  isOnline: boolean;
  onTurn: (page: number) => void;
}

/** Not rendered at a key in the search field. */
const People = memo(function People({ shown, isOnline, onTurn }: PeopleProps) {
  const ownId = useUserId();
  const [chosen, setChosen] = useState<ShownUser | null>(null);
  const { page, pages } = shown;
  return (
    <>
      {shown.rows.length > 0 && (
        <UserList page={shown} ownId={ownId} isOnline={isOnline} onChoose={setChosen} />
      )}
      <LongPager page={page} pages={pages} onTurn={onTurn} />
      {chosen && <RoleDialog user={chosen.user} onClose={() => setChosen(null)} />}
    </>
  );
});
