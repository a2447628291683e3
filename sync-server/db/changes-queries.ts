import type { ChangeKind, ChangeRow } from './tables.ts';
import type { Trx } from './transaction.ts';

/** The counter that gives changes their order. */
const SEQUENCE = 'changes';
/** Seven values a row stay far below what one statement may bind. */
const ROWS_AT_ONCE = 500;

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
  const { value } = await trx
    .insertInto('counters')
    .values({ name: SEQUENCE, value: count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', count) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}

async function upsertChanges(trx: Trx, rows: readonly ChangeRow[]): Promise<void> {
  await trx
    .insertInto('changes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id', 'userId']).doUpdateSet((eb) => ({
        courseId: eb.ref('excluded.courseId'),
        isDeleted: eb.ref('excluded.isDeleted'),
        sequence: eb.ref('excluded.sequence'),
        changedAt: eb.ref('excluded.changedAt'),
      })),
    )
    .execute();
}
