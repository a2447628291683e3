import * as v from 'valibot';
import { TrashedCourse } from '#schema/editor/trash.ts';
import { read, write } from '../database/access.ts';
import type { Fetched } from '../database/fetched.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';
import { noteFetched } from './admin.ts';
import { TRASH_KEY } from './trash-key.ts';

/** The deleted courses as last received from the server; commands of the admin are laid over them. */
export function listTrash(store: Reader): Promise<TrashedCourse[]> {
  return read(store, async () => {
    const trash = v.safeParse(v.array(TrashedCourse), (await store.state.get(TRASH_KEY))?.value);
    return trash.success ? trash.output : [];
  });
}

export function putTrash(store: PrivateStore, fetched: Fetched<readonly TrashedCourse[]>): Promise<void> {
  return write(store, [store.state], async (tx) => {
    await tx.state.put({ key: TRASH_KEY, value: fetched.value });
    await noteFetched(tx, 'trash', fetched.requestedAt);
  });
}
