import * as v from 'valibot';
import { TrashedCourse } from '#schema/editor/trash.ts';
import { read, write } from '../database/access.ts';
import type { Fetched } from '../database/fetched.ts';
import type { PrivateStore, Reader, Tx } from '../database/private-store.ts';
import { listCommandsAckedSince, noteFetched } from './admin.ts';
import { TRASH_KEY } from './trash-key.ts';

/** The deleted courses as last received from the server; unsent commands of the admin are in the outbox. */
export function listTrash(store: Reader): Promise<TrashedCourse[]> {
  return read(store, async () => {
    const trash = v.safeParse(v.array(TrashedCourse), (await store.state.get(TRASH_KEY))?.value);
    return trash.success ? trash.output : [];
  });
}

/** Replaces the list, without courses that left the trash by a command that was acknowledged after the request. */
export function putTrash(store: PrivateStore, fetched: Fetched<readonly TrashedCourse[]>): Promise<void> {
  return write(store, [store.state, store.outbox], async (tx) => {
    const commands = await listCommandsAckedSince(tx, fetched.requestedAt);
    const left = commands.flatMap(({ kind, args }) =>
      kind === 'course.restore' || kind === 'course.purge' ? [args.courseId] : [],
    );
    const value = fetched.value.filter(({ courseId }) => !left.includes(courseId));
    await tx.state.put({ key: TRASH_KEY, value });
    await noteFetched(tx, 'trash', fetched.fetchedAt);
  });
}

/** Removes a course that was restored or deleted for good; for use inside a transaction over the state. */
export async function removeFromTrash(tx: Tx, courseId: string): Promise<void> {
  const value = (await listTrash(tx)).filter((course) => course.courseId !== courseId);
  await tx.state.put({ key: TRASH_KEY, value });
}
