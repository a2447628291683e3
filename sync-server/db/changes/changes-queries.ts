import type { InsertObject } from 'kysely';
import type { RowKind } from '#schema/sync/row-kinds.ts';
import { compiledOnce, type ValueOf, valuesOf } from '../compiled-once.ts';
import type { Db } from '../open.ts';
import { slicesOf } from '../slices-of.ts';
import type { ChangeRow, Tables } from '../tables.ts';
import type { Trx } from '../transaction.ts';
import { getCounter, touchCourse } from './counters-queries.ts';
import { type Change, type CourseEdit, NotedEdits, notedEditsOf, setNotedEdits } from './noted-edits.ts';

/** The counter that orders changes. */
export const SEQUENCE = 'changes';
/** Seven values per row stay far below the limit of bound values per statement. */
const ROWS_AT_ONCE = 500;
const ROWS_ONE_BY_ONE = 3;

/**
 * Records that these rows changed, or were deleted, at `at` (ISO time). Must run in the transaction of the
 * change itself; no other code writes the table. Only the last change of each row is stored.
 *
 * The sequence comes from a counter row that the transaction updates: the next transaction waits for the
 * commit, so a lower number is never committed after a higher one and a pull misses nothing. That holds for
 * SQLite's single writer and for PostgreSQL's row locks alike.
 */
export async function recordChanges(trx: Trx, at: string, changes: readonly Change[]): Promise<void> {
  // The edits come first: a course that was edited may be deleted by these changes.
  await recordNotedEdits(trx);
  await record(trx, at, changes);
}

/**
 * Records an edit of a course, at the end of the transaction: its cached replies are rebuilt, its `updatedAt` is set, and
 * the changed rows are recorded as changes. Code that reads these in the same transaction calls {@link recordNotedEdits}
 * first.
 */
export async function recordEdit(
  trx: Trx,
  { courseId, at }: Omit<CourseEdit, 'changes'>,
  changes: readonly Change[],
): Promise<void> {
  const noted = notedEditsOf(trx);
  const edits = noted ?? new NotedEdits();
  edits.note({ courseId, at, changes }, () => recordNotedEdits(trx));
  if (noted === undefined) await recordAll(trx, edits);
}

/** Records the edits that the transaction has made so far. */
export async function recordNotedEdits(trx: Trx): Promise<void> {
  const edits = notedEditsOf(trx);
  if (edits === undefined || edits.courses.size === 0) return;
  setNotedEdits(trx, new NotedEdits());
  await recordAll(trx, edits);
}

async function recordAll(trx: Trx, { courses, changes }: NotedEdits): Promise<void> {
  let last = '';
  for (const [courseId, at] of courses) {
    await touchCourse(trx, courseId, at);
    if (at > last) last = at;
  }
  await record(trx, last, changes);
}

async function record(trx: Trx, at: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const first = (await takeSequences(trx, changes.length)) - changes.length + 1;
  const rows = changes.map(
    (change, i): ChangeRow => ({ ...columnsOf(change), sequence: first + i, changedAt: at }),
  );
  for (const some of slicesOf(rows, ROWS_AT_ONCE)) await upsertChanges(trx, some);
}

const columnsOf = ({ kind, id, userId = '', courseId, isDeleted = false }: Change) =>
  ({ kind, id, userId, courseId: courseId ?? null, isDeleted: isDeleted ? 1 : 0 }) as const;

/** Whether a row of this kind has this id, or had it before it was deleted. */
export async function isKnownId(trx: Trx, kind: RowKind, id: string): Promise<boolean> {
  if (notedEditsOf(trx)?.has({ kind, id })) return true;
  const row = await trx
    .selectFrom('changes')
    .select('sequence')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reserves the next `count` numbers and returns the last of them. */
async function takeSequences(trx: Trx, count: number): Promise<number> {
  const [row] = await incrementSequence(trx, { count });
  if (row === undefined) throw new Error('The sequence returned no number');
  return Number(row.value);
}

const incrementSequence = compiledOnce((trx: Trx, value: ValueOf<{ count: number }>) =>
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

/** Most edits change one or two rows, which are inserted one by one. */
async function upsertChanges(trx: Trx, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length > ROWS_ONE_BY_ONE) await upsertOf(trx, rows).execute();
  else for (const row of rows) await upsertChange(trx, row);
}

const CHANGE_COLUMNS = [
  ...(['kind', 'id', 'userId', 'courseId'] as const),
  ...(['isDeleted', 'sequence', 'changedAt'] as const),
] as const;

const upsertChange = compiledOnce((trx: Trx, value: ValueOf<ChangeRow>) =>
  upsertOf(trx, [valuesOf(value, CHANGE_COLUMNS)]),
);

/** Only the last change of each row is stored. */
const upsertOf = (trx: Trx, rows: readonly InsertObject<Tables, 'changes'>[]) =>
  trx
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

/** The number of the last change; 0 before the first. */
export const getLastSequence = (db: Db): Promise<number> => getCounter(db, SEQUENCE);

/** The number of the last change of a course or its content; 0 before the first. */
export async function getLastSharedSequence(db: Db): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select('sequence')
    .where('userId', '=', '')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.sequence ?? 0);
}
