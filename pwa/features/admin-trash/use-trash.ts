import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnfetched } from '#pwa/store/account/outbox.ts';
import { findFetchedAt } from '#pwa/store/admin/admin.ts';
import { listTrash } from '#pwa/store/admin/trash.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { TRASH_KINDS } from '#pwa/sync/commands/trash-kind.ts';
import { type Coming, listComing, type ShownCourse, showTrash } from './trash-model.ts';

interface Trash {
  readonly courses: readonly ShownCourse[];
  /** What this device has deleted and not sent. */
  readonly coming: readonly Coming[];
  /** When the list was last fetched; null if this device never did. */
  readonly fetchedAt: string | null;
}

/** The trash on this device, with its commands; null until it is read. */
export function useTrash(): Trash | null {
  const stored = usePrivateQuery(readTrash, []);
  if (!stored) return null;
  const { trash, commands, fetchedAt } = stored;
  return { courses: showTrash(trash, commands), coming: listComing(commands), fetchedAt };
}

async function readTrash(store: PrivateStore) {
  return readAtOnce(store, [store.outbox, store.state], async (tx) => {
    const [trash, fetchedAt] = await Promise.all([listTrash(tx), findFetchedAt(tx, 'trash')]);
    return {
      trash,
      fetchedAt,
      commands: await listUnfetched(tx, fetchedAt, ['course.delete', ...TRASH_KINDS]),
    };
  });
}
