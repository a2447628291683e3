import type { InsertObject } from 'kysely';
import { TOMBSTONE_LIFETIME_DAYS } from '#schema/limits.ts';
import { compiledOnce, type ValueOf } from './compiled-once.ts';
import type { Db } from './open.ts';
import type { ChangeKind, ChangeRow, Tables } from './tables.ts';
import type { Trx } from './transaction.ts';

/** The counter that gives changes their order. */
const SEQUENCE = 'changes';
/** Up to where tombstones were pruned. */
const PRUNED = 'prunedChanges';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Seven values a row stay far below what one statement may bind. */
const ROWS_AT_ONCE = 500;
const ROWS_ONE_BY_ONE = 3;

/** What changed: a person's own row (`userId`), or something that belongs to a course. */
export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly userId?: string;
  readonly courseId?: string;
  readonly isDeleted?: boolean;
}

/**
 * Says that these rows changed, or are gone, at `at` (ISO time); belongs into the transaction of the change
 * itself, and is the only way into the table. Each row keeps its last change only.
 *
 * The sequence comes from a counter row that the transaction updates: whoever comes next waits for its
 * commit, so that a lower number is never committed after a higher one and a pull skips nothing. That
 * holds for SQLite's one writer and for PostgreSQL's row locks alike.
 */
export async function recordChanges(trx: Trx, at: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const last = await takeSequences(trx, changes.length);
  const first = last - changes.length + 1;
  const rows = changes.map(
    (change, i): ChangeRow => ({
      kind: change.kind,
      id: change.id,
      userId: change.userId ?? '',
      courseId: change.courseId ?? null,
      isDeleted: change.isDeleted === true ? 1 : 0,
      sequence: first + i,
      changedAt: at,
    }),
  );
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await upsertChanges(trx, rows.slice(start, start + ROWS_AT_ONCE));
  }
}

/** Whether something of this kind has this id, or had it before it was deleted. */
export async function isKnownId(trx: Trx, kind: ChangeKind, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('changes')
    .select('sequence')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the next `count` numbers and answers the last of them. */
async function takeSequences(trx: Trx, count: number): Promise<number> {
  const [row] = await raiseSequence(trx, { count });
  if (row === undefined) throw new Error('The sequence gave no number');
  return Number(row.value);
}

const raiseSequence = compiledOnce((trx: Trx, value: ValueOf<{ count: number }>) =>
  trx
    .insertInto('counters')
    .values({ name: SEQUENCE, value: value('count') })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ value: eb('counters.value', '+', eb.ref('excluded.value')) })),
    )
    .returning('value'),
);

/** Most edits change a row or two: these are put in one by one. */
async function upsertChanges(trx: Trx, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length > ROWS_ONE_BY_ONE) await upsertOf(trx, rows).execute();
  else for (const row of rows) await upsertChange(trx, row);
}

const upsertChange = compiledOnce((trx: Trx, value: ValueOf<ChangeRow>) =>
  upsertOf(trx, [
    {
      kind: value('kind'),
      id: value('id'),
      userId: value('userId'),
      courseId: value('courseId'),
      isDeleted: value('isDeleted'),
      sequence: value('sequence'),
      changedAt: value('changedAt'),
    },
  ]),
);

function upsertOf(trx: Trx, rows: readonly InsertObject<Tables, 'changes'>[]) {
  return trx
    .insertInto('changes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id', 'userId']).doUpdateSet((eb) => ({
        courseId: eb.ref('excluded.courseId'),
        isDeleted: eb.ref('excluded.isDeleted'),
        sequence: eb.ref('excluded.sequence'),
        changedAt: eb.ref('excluded.changedAt'),
      })),
    );
}

/** The number of the last change there was; 0 before the first. */
export const getLastSequence = (db: Db): Promise<number> => getCounter(db, SEQUENCE);

/** The highest number among the tombstones that were pruned; 0 before the first. */
export const getPrunedSequence = (db: Db): Promise<number> => getCounter(db, PRUNED);

async function getCounter(db: Db, name: string): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** Forgets what was deleted longer ago than tombstones live, remembers up to where, and says how many went. */
export async function removeOldTombstones(trx: Trx, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - TOMBSTONE_LIFETIME_DAYS * DAY_MS).toISOString();
  const last = await trx
    .selectFrom('changes')
    .select((eb) => eb.fn.max('sequence').as('sequence'))
    .where('isDeleted', '=', 1)
    .where('changedAt', '<', oldest)
    .executeTakeFirst();
  const value = Number(last?.sequence ?? 0);
  if (value === 0) return 0;
  await trx
    .insertInto('counters')
    .values({ name: PRUNED, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('counters.value', '<', value),
    )
    .execute();
  const removed = await trx
    .deleteFrom('changes')
    .where('isDeleted', '=', 1)
    .where('changedAt', '<', oldest)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
