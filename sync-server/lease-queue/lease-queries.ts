import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

/** The tables whose rows are jobs, and the columns that identify these rows. */
const keys = { mails: 'id', transcodes: 'fileId' } as const;
export type LeaseTable = keyof typeof keys;

/** A row that is claimed until its lease ends. */
export interface Lease {
  readonly id: string;
  /** How often the row was claimed, including this time. */
  readonly attempts: number;
}

const keyOf = (table: LeaseTable) => sql.ref<string>(keys[table]);

/**
 * Claims the row that has been due longest, until `until`: no other process claims it before, and if this one
 * crashes, the row is due again then. Undefined when no row is due.
 */
export async function claimDue(
  trx: Trx,
  table: LeaseTable,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<Lease | undefined> {
  const key = keyOf(table);
  for (;;) {
    const due = await trx
      .selectFrom(table)
      .select([key.as('id'), 'attempts', 'nextAttemptAt'])
      .where('nextAttemptAt', '<=', now)
      .orderBy('nextAttemptAt')
      .orderBy(key)
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const attempts = due.attempts + 1;
    const result = await trx
      .updateTable(table)
      .set({ attempts, nextAttemptAt: until })
      .where(key, '=', due.id)
      .where('nextAttemptAt', '=', due.nextAttemptAt)
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) return { id: due.id, attempts };
  }
}

interface Delay {
  readonly nextAttemptAt: string;
  readonly lastProblem?: string;
  readonly attempts?: number;
}

/** Sets when an unfinished row is due again: the end of a lease, or of a delay. */
export async function postpone(trx: Trx, table: LeaseTable, id: string, delay: Delay): Promise<void> {
  await trx
    .updateTable(table)
    .set(delay)
    .where(keyOf(table), '=', id)
    .where('nextAttemptAt', 'is not', null)
    .execute();
}

/** Returns when the next row is due (ISO time); undefined if no row waits. */
export async function findNextDue(db: Db, table: LeaseTable): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select('nextAttemptAt')
    .where('nextAttemptAt', 'is not', null)
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
  return row?.nextAttemptAt ?? undefined;
}
