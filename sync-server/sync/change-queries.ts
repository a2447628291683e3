import { sql } from 'kysely';
import { isOwnKind } from '#schema/sync/row-kinds.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import { liveActivations } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { ChangeRow } from '../db/tables.ts';
import type { ReadTrx } from '../db/transaction.ts';
import type { PullScope } from './cursor.ts';

export type PulledRow = Pick<ChangeRow, 'kind' | 'id' | 'isDeleted' | 'sequence'>;

/** The pulling user. */
export interface Puller {
  readonly userId: string;
  readonly scope: PullScope;
}

interface ChangeWindow {
  /** Exclusive. */
  readonly after: number;
  /** The exclusive begin for the rows of courses, if it is later. */
  readonly sharedAfter: number;
  readonly limit: number;
}

/**
 * Returns the next changes visible to this user, in order: rows of their own, and rows of courses that they
 * activated (admins: of all courses). Each comes from an index, so the changes of others cost nothing.
 */
export async function listChangeRows(
  trx: ReadTrx,
  puller: Puller,
  window: ChangeWindow,
): Promise<PulledRow[]> {
  const { userId } = puller;
  const { after, limit } = window;
  const own = await changesOf(trx, { userId, after, limit });
  const sharedAfter = Math.max(after, window.sharedAfter);
  const shared =
    puller.scope === 'all'
      ? await changesOf(trx, { userId: '', after: sharedAfter, limit })
      : await changesOfCoursesOf(trx, { userId, after: sharedAfter, limit });
  return [...own, ...shared]
    .map((row) => ({ ...row, sequence: Number(row.sequence) }))
    .sort((a, b) => a.sequence - b.sequence)
    .slice(0, window.limit);
}

interface ChangesAfter extends Pick<ChangeWindow, 'after' | 'limit'> {
  readonly userId: string;
}

/* Compiled once, because every pull runs them. */

const changesOf = compiledOnce((db, value: ValueOf<ChangesAfter>) =>
  changesAfter(db, value).where('changes.userId', '=', value('userId')).orderBy('sequence'),
);

/** The changes of the courses that a user activated. */
const changesOfCoursesOf = compiledOnce((db, value: ValueOf<ChangesAfter>) =>
  changesAfter(db, value)
    .where('changes.userId', '=', '')
    .where('courseId', 'in', (eb) =>
      eb.selectFrom(liveActivations).select('activations.courseId').where('userId', '=', value('userId')),
    )
    .orderBy(bySortedSequence),
);

const changesAfter = (db: Db, value: ValueOf<ChangesAfter>) =>
  db
    .selectFrom('changes')
    .select(['kind', 'id', 'isDeleted', 'sequence'])
    .where('sequence', '>', value('after'))
    .limit(value('limit'));

/**
 * The plus keeps the database from walking the index of this order, in which the rows of all courses are: it reads those
 * of the user's courses, each from an index, and sorts them.
 */
const bySortedSequence = sql`+${sql.ref('sequence')}`;

/** The number of characters of HTML of each lesson in a page, by its id. */
export async function listContentSizes(trx: ReadTrx, ids: PageIds): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('lessonContents')
    .select((eb) => ['lessonId', eb.fn<number>('length', ['content']).as('characters')])
    .where('lessonId', 'in', ids(trx, 'lesson'))
    .execute();
  return new Map(rows.map((row) => [row.lessonId, Number(row.characters)]));
}

/** The range of the change sequence that one page covers. */
export interface PageRange {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly upTo: number;
}

/** A subquery for the ids of a page's rows of one kind. */
export type PageIds = ReturnType<typeof pageIdsOf>;

/**
 * Rows are selected by the range of their changes and not by lists of ids: the text of each query is constant
 * and stays prepared.
 */
export function pageIdsOf({ userId, scope }: Puller, { after, upTo }: PageRange) {
  return (trx: ReadTrx, kind: ChangeRow['kind']) => {
    const isOwn = isOwnKind(kind);
    const ids = trx
      .selectFrom('changes')
      .select('changes.id')
      .where('changes.kind', '=', kind)
      .where('changes.userId', '=', isOwn ? userId : '')
      .where('changes.sequence', '>', after)
      .where('changes.sequence', '<=', upTo);
    if (isOwn || scope === 'all') return ids;
    return ids.where('changes.courseId', 'in', (eb) =>
      eb.selectFrom(liveActivations).select('activations.courseId').where('activations.userId', '=', userId),
    );
  };
}
