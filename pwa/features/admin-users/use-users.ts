import { useDeferredValue, useMemo, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnfetched } from '#pwa/store/account/outbox.ts';
import { findFetchedAt } from '#pwa/store/admin/admin.ts';
import {
  countAdminUsers,
  getAdminUsers,
  listAdminUsers,
  listUserEntries,
} from '#pwa/store/admin/admin-users.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { findPage, type PageFacts } from '#pwa/ui/lists/cut-page.ts';
import {
  findUsers,
  isFiltered,
  PAGE_SIZE,
  readRoleChanges,
  type ShownUser,
  showUsers,
  type UserFilter,
} from './users-model.ts';

/** One page of the users that match the filter. */
export interface UserPage extends PageFacts {
  readonly rows: readonly ShownUser[];
}

interface Users {
  /** Null until it is read. While another page or a search is read, the last page. */
  readonly shown: UserPage | null;
  /** Whether the rows of `shown` do not have the filter yet. */
  readonly isSearching: boolean;
  /** When this device last fetched the users; null if it never did. */
  readonly fetchedAt: string | null;
  /** Call before the first key of a search: reading all users takes a slow device a second. */
  readonly prepareSearch: () => void;
}

/**
 * The page that was read last: shown first on the next visit, because counting tens of thousands of users takes
 * time. It is gone with the store when the user signs out.
 */
const lastPages = new WeakMap<PrivateStore, { readonly key: string; readonly page: StoredPage }>();

function findLastPage() {
  const store = findPrivateStore();
  return store === null ? undefined : lastPages.get(store);
}

/** The users on this device: of the whole list only the page is read, and all of them only for a search. */
export function useUsers(filter: UserFilter, requested: number): Users {
  // The field updates at each keystroke; the rows are deferred.
  const wanted = useDeferredValue(filter);
  const { found, prepareSearch } = useFoundUsers(wanted);
  const ids = useMemo(() => found && cutIds(found, requested), [found, requested]);
  const key = ids === null ? `page ${requested}` : ids.join(' ');
  const [first] = useState(findLastPage);
  const stored = usePrivateQuery(
    async (store) => {
      const page = await readPage(store, { ids, requested });
      lastPages.set(store, { key, page });
      return page;
    },
    [key],
    first?.key === key ? first.page : undefined,
  );
  const [shown, setShown] = useState<{ readonly of: typeof stored; readonly page: UserPage } | null>(null);
  const isSearching = isFiltered(wanted) && found === null;
  const count = found?.length ?? stored?.count;
  // Two searches may find different numbers of users, of whom the same come first.
  const isNew = stored !== shown?.of || count !== shown?.page.count;
  if (stored && count !== undefined && !isSearching && isNew)
    setShown({ of: stored, page: { ...factsOf(count, requested), rows: stored.rows } });
  const [fetchedAt, setFetchedAt] = useState<string | null>(null);
  if (stored && stored.fetchedAt !== fetchedAt) setFetchedAt(stored.fetchedAt);
  return { shown: shown?.page ?? null, isSearching, fetchedAt, prepareSearch };
}

/** The ids of the users that match; null without a filter, and until all users have been read for a search. */
function useFoundUsers(filter: UserFilter) {
  const isSearch = isFiltered(filter);
  const [isPrepared, setIsPrepared] = useState(isSearch);
  if (isSearch && !isPrepared) setIsPrepared(true);
  const searched = usePrivateQuery((store) => (isPrepared ? readEntries(store) : noEntries), [isPrepared]);
  const found = useMemo(
    () => (isSearch && searched ? findUsers(searched.entries, searched.changes, filter) : null),
    [isSearch, searched, filter],
  );
  return { found, prepareSearch: () => setIsPrepared(true) };
}

const noEntries = Promise.resolve(null);

async function readEntries(store: PrivateStore) {
  const changes = readRoleChanges(
    await listUnfetched(store, await findFetchedAt(store, 'users'), ['user.setRole']),
  );
  return { changes, entries: await listUserEntries(store) };
}

const factsOf = (count: number, requested: number) =>
  findPage(count, { requested, size: PAGE_SIZE, noun: 'user' });

function cutIds(found: readonly string[], requested: number): readonly string[] {
  const { first } = factsOf(found.length, requested);
  return found.slice(first, first + PAGE_SIZE);
}

interface Wanted {
  /** Null for a page of the whole list. */
  readonly ids: readonly string[] | null;
  readonly requested: number;
}

type StoredPage = Awaited<ReturnType<typeof readPage>>;

async function readPage(store: PrivateStore, { ids, requested }: Wanted) {
  const tables = [store.adminUsers, store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    const [count, fetchedAt] = await Promise.all([countAdminUsers(tx), findFetchedAt(tx, 'users')]);
    const users =
      ids === null
        ? await listAdminUsers(tx, { offset: factsOf(count, requested).first, count: PAGE_SIZE })
        : await getAdminUsers(tx, ids);
    const changes = readRoleChanges(await listUnfetched(tx, fetchedAt, ['user.setRole']));
    return { rows: showUsers(users, changes), count, fetchedAt };
  });
}
