import { useMemo, useState } from 'react';
import { adminMessages } from '#schema/admin-messages.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { useRefresh } from '../../session/use-refresh.ts';
import { useSession } from '../../session/use-session.ts';
import { readAtOnce } from '../../store/access.ts';
import { findFetchedAt, listAdminUsers } from '../../store/admin.ts';
import { listUnsent } from '../../store/outbox.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import { refreshAdminUsers } from '../../sync/admin-refresh.ts';
import { cutPage } from '../../ui/cut-page.ts';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/pager.tsx';
import styles from './admin-users-page.module.css';
import { RoleDialog } from './role-dialog.tsx';
import { useUserFilter } from './use-user-filter.ts';
import { UserFilters } from './user-filters.tsx';
import { UserList } from './user-list.tsx';
import { UserListSkeleton } from './user-list-skeleton.tsx';
import { filterShown, PAGE_SIZE, type ShownUser, showUsers, type UserFilter } from './users-model.ts';

/** All users and their roles (spec map, section 2). */
export function AdminUsersPage() {
  const kept = usePrivateQuery(readUsers, []);
  const { problem, isBusy, isOnline, refresh } = useRefresh(refreshAdminUsers);
  const shown = useMemo(() => (kept ? showUsers(kept.users, kept.unsent) : []), [kept]);
  const fetchedAt = kept?.fetchedAt ?? null;
  return (
    <Page className={styles.page}>
      <header>
        <PageTitle documentTitle="User Management">User Management</PageTitle>
        <Freshness
          fetchedAt={fetchedAt}
          problem={problem}
          failedTitle={adminMessages.usersFailed}
          isBusy={isBusy}
          isOnline={isOnline}
          onRefresh={refresh}
        />
      </header>
      {fetchedAt !== null && <People shown={shown} isOnline={isOnline} />}
      {fetchedAt === null && problem === null && <UserListSkeleton />}
    </Page>
  );
}

function People({ shown, isOnline }: { shown: readonly ShownUser[]; isOnline: boolean }) {
  const session = useSession();
  const ownId = 'user' in session ? session.user.id : null;
  const [filter, setFilter] = useUserFilter();
  const [asked, setAsked] = useState(0);
  const [chosen, setChosen] = useState<ShownUser | null>(null);
  const found = filterShown(shown, filter);
  const { rows, page, pages, words } = cutPage(found, { asked, size: PAGE_SIZE, noun: 'user' });
  const choose = (next: UserFilter) => {
    setFilter(next);
    setAsked(0);
  };
  return (
    <>
      <UserFilters filter={filter} onChange={choose} />
      <p className={styles.count} role="status">
        {rows.length === 0 ? adminMessages.noUsersFound : words}
      </p>
      {rows.length > 0 && <UserList rows={rows} ownId={ownId} isOnline={isOnline} onChoose={setChosen} />}
      <Pager page={page} pages={pages} onTurn={setAsked} />
      {chosen && <RoleDialog user={chosen.user} onClose={() => setChosen(null)} />}
    </>
  );
}

async function readUsers(store: PrivateStore) {
  const tables = [store.adminUsers, store.outbox, store.state];
  const [users, unsent, fetchedAt] = await readAtOnce(store, tables, () =>
    Promise.all([listAdminUsers(store), listUnsent(store), findFetchedAt(store, 'users')]),
  );
  return { users, unsent, fetchedAt };
}
