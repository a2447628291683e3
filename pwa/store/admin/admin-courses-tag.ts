import * as v from 'valibot';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { readPullState } from '../account/pull-state.ts';
import { readAtOnce } from '../database/access.ts';
import type { PrivateStore, ReadTx, Tx } from '../database/private-store.ts';
import { adminCourseTables } from './admin-courses.ts';

/*
 * The ETag of the admins' course list as it was fetched last, so that a list that has not changed is not sent,
 * parsed and written again: it holds every lesson's HTML. What changes the rows afterwards, a pull or an ack, has
 * changed the list at the server as well, whose tag is then another one. Only a database that was restored may have
 * the old list again: the tag holds for one epoch, and only while no row is missing.
 */

const KEY = 'adminCoursesTag';

const ListTag = v.object({
  etag: v.string(),
  epoch: v.nullable(v.string()),
  /** How many rows the list had. */
  rowCount: v.number(),
  v: v.literal(FORMAT_VERSION),
});

/** The tables that the functions below read. */
export function adminCoursesTagTables(store: PrivateStore) {
  return [...adminCourseTables(store), store.state];
}

/** The tag to ask with; null when the list has to come whole. */
export function findAdminCoursesTag(store: PrivateStore): Promise<string | null> {
  return readAtOnce(store, adminCoursesTagTables(store), readAdminCoursesTag);
}

/** As {@link findAdminCoursesTag}, for use inside a transaction over {@link adminCoursesTagTables}. */
export async function readAdminCoursesTag(store: ReadTx): Promise<string | null> {
  const parsed = v.safeParse(ListTag, (await store.state.get(KEY))?.value);
  if (!parsed.success) return null;
  const { etag, epoch, rowCount } = parsed.output;
  const present = await readPullState(store);
  return present.epoch === epoch && (await countRows(store)) === rowCount ? etag : null;
}

/**
 * Stores the tag that came with the list, once its rows are written; for use inside that transaction. Null: what is
 * here is not exactly what came.
 */
export async function writeAdminCoursesTag(tx: Tx, etag: string | null): Promise<void> {
  if (etag === null) return tx.state.delete(KEY);
  const { epoch } = await readPullState(tx);
  const rowCount = await countRows(tx);
  await tx.state.put({ key: KEY, value: { etag, epoch, rowCount, v: FORMAT_VERSION } });
}

async function countRows(tx: ReadTx): Promise<number> {
  let count = 0;
  for (const table of adminCourseTables(tx)) count += await table.count();
  return count;
}
