import { useMemo, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findFetchedAt, listAdminUsers } from '#pwa/store/admin/admin.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshAdminUsers } from '#pwa/sync/pull/admin-refresh.ts';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { cutPage } from '#pwa/ui/lists/cut-page.ts';
import { Pager } from '#pwa/ui/lists/pager.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import styles from './admin-users-page.module.css';
import { RoleDialog } from './role-dialog.tsx';
import { useUserFilter } from './use-user-filter.ts';
import { UserFilters } from './user-filters.tsx';
import { UserList } from './user-list.tsx';
import { UserListSkeleton } from './user-list-skeleton.tsx';
import { filterShown, PAGE_SIZE, type ShownUser, showUsers, type UserFilter } from './users-model.ts';

/** All users and their roles (spec map, section 2). */
export function AdminUsersPage() {
  const stored = usePrivateQuery(readUsers, []);
  const refreshing = useRefresh(refreshAdminUsers);
  const shown = useMemo(() => (stored ? showUsers(stored.users, stored.unsent) : []), [stored]);
  return (
    <AdminListPage
      title="User Management"
      fetchedAt={stored?.fetchedAt ?? null}
      failedTitle={adminMessages.usersFailed}
      {...refreshing}
      skeleton={<UserListSkeleton />}
    >
      <People shown={shown} isOnline={refreshing.isOnline} />
    </AdminListPage>
  );
}

function People({ shown, isOnline }: { shown: readonly ShownUser[]; isOnline: boolean }) {
  const session = useSession();
  const ownId = 'user' in session ? session.user.id : null;
  const [filter, setFilter] = useUserFilter();
  const [requested, setRequested] = useState(0);
  const [chosen, setChosen] = useState<ShownUser | null>(null);
  const found = filterShown(shown, filter);
  const { rows, page, pages, rangeLabel } = cutPage(found, { requested, size: PAGE_SIZE, noun: 'user' });
  const choose = (next: UserFilter) => {
    setFilter(next);
    setRequested(0);
  };
  return (
    <Stack gap={4}>
      <UserFilters filter={filter} onChange={choose} />
      <p className={styles.count} role="status">
        {rows.length === 0 ? adminMessages.noUsersFound : rangeLabel}
      </p>
      {rows.length > 0 && <UserList rows={rows} ownId={ownId} isOnline={isOnline} onChoose={setChosen} />}
      <Pager page={page} pages={pages} onTurn={setRequested} />
      {chosen && <RoleDialog user={chosen.user} onClose={() => setChosen(null)} />}
    </Stack>
  );
}

async function readUsers(store: PrivateStore) {
  const tables = [store.adminUsers, store.outbox, store.state];
  const [users, unsent, fetchedAt] = await readAtOnce(store, tables, (tx) =>
    Promise.all([listAdminUsers(tx), listUnsent(tx), findFetchedAt(tx, 'users')]),
  );
  return { users, unsent, fetchedAt };
}
