import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import type { Db } from '../db/open.ts';
import type { ActivationCountRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

/** The date, such as `2026-11-21`, of an ISO time. */
export const DAY_CHARACTERS = 10;

export const dayOf = (time: string): string => time.slice(0, DAY_CHARACTERS);

/** A row of activations, or several of one course and day. */
interface Counted {
  readonly courseId: string;
  /** ISO time, or its date. */
  readonly activatedAt: string;
}

/**
 * Adds to (or, with a negative number, subtracts from) the counts of activations. Must run in the transaction that
 * inserts (or removes) them: reads never count the rows themselves.
 */
export async function addToCounts(trx: Trx, { courseId, activatedAt }: Counted, by: number): Promise<void> {
  await add(trx, { kind: 'all', key: '', by });
  await add(trx, { kind: 'course', key: courseId, by });
  await add(trx, { kind: 'day', key: dayOf(activatedAt), by });
}

interface Added extends Pick<ActivationCountRow, 'kind' | 'key'> {
  readonly by: number;
}

const add = compiledOnce((trx: Trx, value: ValueOf<Added>) =>
  trx
    .insertInto('activationCounts')
    .values({ kind: value('kind'), key: value('key'), count: value('by') })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet((eb) => ({ count: eb('activationCounts.count', '+', eb.ref('excluded.count')) })),
    ),
);

/** Removes the count of a course that is removed. */
export async function removeCourseCount(trx: Trx, courseId: string): Promise<void> {
  await trx.deleteFrom('activationCounts').where('kind', '=', 'course').where('key', '=', courseId).execute();
}

/** How many users unlocked a course, which must not be a deleted one. */
export async function countLearners(db: Db, courseId: string): Promise<number> {
  return countOf(db, { kind: 'course', key: courseId });
}

/** The number of all activations, those of deleted courses included until they are removed. */
export async function countActivations(db: Db): Promise<number> {
  return countOf(db, { kind: 'all', key: '' });
}

async function countOf(db: Db, row: Pick<ActivationCountRow, 'kind' | 'key'>): Promise<number> {
  const [found] = await counted(db, row);
  return Number(found?.count ?? 0);
}

const counted = compiledOnce((db, value: ValueOf<Pick<ActivationCountRow, 'kind' | 'key'>>) =>
  db
    .selectFrom('activationCounts')
    .select('count')
    .where('kind', '=', value('kind'))
    .where('key', '=', value('key')),
);

/** The number of activations of each day from `from` to `to`; days without any are omitted. */
export async function countPerDay(
  db: Db,
  days: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, number>> {
  const rows = await countedDays(db, days);
  return new Map(rows.map(({ key, count }) => [key, Number(count)]));
}

const countedDays = compiledOnce((db, value: ValueOf<{ from: string; to: string }>) =>
  db
    .selectFrom('activationCounts')
    .select(['key', 'count'])
    .where('kind', '=', 'day')
    .where('key', '>=', value('from'))
    .where('key', '<=', value('to')),
);
