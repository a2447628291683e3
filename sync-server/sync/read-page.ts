import type { Role } from '#schema/account/user.ts';
import type { Change, PullReply } from '#schema/sync/pull.ts';
import { isPlainKind, type PlainKind, type RowKind, type RowOf } from '#schema/sync/row-kinds.ts';
import { getPrunedSequence } from '../db/changes/tombstone-queries.ts';
import { plainParts } from '../db/parts/plain-parts.ts';
import type { ReadTrx } from '../db/transaction.ts';
import type { ReadContext } from '../editor/queries/admin-course-queries.ts';
import { findRunAt, type Position } from '../epoch/run-queries.ts';
import { ApiError, sessionEnded } from '../http/reply/api-error.ts';
import { findCallerRow } from '../sessions/user-queries.ts';
import {
  listChangeRows,
  listContentSizes,
  type PulledRow,
  type Puller,
  pageIdsOf,
} from './change-queries.ts';
import { type Cursors, lastKnownTo, type PullCursor, type PullScope } from './cursor.ts';
import { pulledRows, type Source } from './pulled-queries.ts';

interface PageRequest {
  readonly userId: string;
  /** Null: from the start. */
  readonly cursor: PullCursor | null;
  readonly limit: number;
  /** The page ends before the change that would exceed it; the first change is always returned. */
  readonly charactersMax: number;
  /**
   * A learner who pulls from the start has no course yet and downloads each as a whole: the rows that the
   * courses have at the start are omitted.
   */
  readonly isWithoutCourses: boolean;
  readonly readContext: ReadContext;
  readonly cursors: Cursors;
}

/**
 * Returns the next page of rows visible to this user, all read in one snapshot. Throws ApiError 410 when the
 * device must start from the beginning.
 */
export async function readPage(
  trx: ReadTrx,
  { userId, cursor, limit, charactersMax, isWithoutCourses, readContext, cursors }: PageRequest,
  position: Position,
): Promise<PullReply & { readonly sequence: number }> {
  const caller = await findCallerRow(trx, userId);
  if (caller === undefined) throw sessionEnded();
  const puller: Puller = { userId, scope: scopeOf(caller.role) };
  const { epoch, sequence: last } = position;
  const from = cursor ?? { epoch, sequence: 0, startSequence: last, scope: puller.scope, run: null };
  await requireKnown(trx, from, { epoch, last, scope: puller.scope });
  const after = from.sequence;
  const sharedAfter = isWithoutCourses && puller.scope === 'own' ? from.startSequence : 0;
  const found = await listChangeRows(trx, puller, { after, sharedAfter, limit: limit + 1 });
  const rows = await cutToSize(trx, puller, { after, rows: found.slice(0, limit), charactersMax });
  const changes = cutChanges(await readChanges(trx, puller, { after, rows, readContext }), charactersMax);
  const more = changes.length < found.length;
  const sequence = more ? (rows[changes.length - 1]?.sequence ?? after) : last;
  const reached = { ...from, sequence, scope: puller.scope };
  const run = await findRunAt(trx, lastKnownTo(reached), position);
  return { changes, cursor: cursors.print({ ...reached, run }), more, epoch, sequence };
}

/**
 * The page of a device that knows the last change: nothing has changed, so nothing is read. Null for any other device.
 *
 * @param role the caller's; a cursor of another scope does not show all that the caller may see
 */
export function findEmptyPage(
  { cursor, cursors }: Pick<PageRequest, 'cursor' | 'cursors'>,
  role: Role,
  { epoch, sequence, run }: Position,
): (PullReply & { readonly sequence: number }) | null {
  const isLast = cursor?.epoch === epoch && cursor.sequence === sequence && cursor.run === run;
  if (!isLast || cursor.startSequence > sequence || cursor.scope !== scopeOf(role)) return null;
  return { changes: [], cursor: cursors.print({ ...cursor, run }), more: false, epoch, sequence };
}

const scopeOf = (role: Role): PullScope => (role === 'admin' ? 'all' : 'own');

interface Now {
  readonly epoch: string;
  readonly last: number;
  readonly scope: PullScope;
}

/**
 * Whether all changes after this cursor are still available. They are not
 * - when the database was restored: the epoch differs, or the last change is before the cursor;
 * - when tombstones after the cursor were pruned;
 * - for a user who became an admin: courses that were not visible to them have changes before the cursor.
 */
async function requireKnown(trx: ReadTrx, cursor: PullCursor, { epoch, last, scope }: Now): Promise<void> {
  const isOfThisEpoch = cursor.epoch === epoch && cursor.sequence <= last && cursor.startSequence <= last;
  const isHeld = Math.max(cursor.sequence, cursor.startSequence) >= (await getPrunedSequence(trx));
  const hasFullScope = scope === 'own' || cursor.scope === 'all';
  if (!isOfThisEpoch || !isHeld || !hasFullScope) throw new ApiError('cursor_expired');
}

interface Page {
  /** Exclusive. */
  readonly after: number;
  readonly rows: readonly PulledRow[];
}

/** As many rows as fit by the size of their HTML, at least one: no more text is read than is sent. */
async function cutToSize(
  trx: ReadTrx,
  puller: Puller,
  { after, rows, charactersMax }: Page & { readonly charactersMax: number },
): Promise<readonly PulledRow[]> {
  if (rows.every(({ kind }) => kind !== 'lesson')) return rows;
  const sizes = await listContentSizes(
    trx,
    pageIdsOf(puller, { after, upTo: rows.at(-1)?.sequence ?? after }),
  );
  let characters = 0;
  const end = rows.findIndex((row, i) => {
    if (row.kind === 'lesson') characters += sizes.get(row.id) ?? 0;
    return i > 0 && characters > charactersMax;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** As many changes as fit by their whole size, at least one. */
function cutChanges(changes: readonly Change[], charactersMax: number): Change[] {
  let characters = 0;
  const end = changes.findIndex((change, i) => {
    characters += sizeOf(change);
    return i > 0 && characters > charactersMax;
  });
  return changes.slice(0, end === -1 ? changes.length : end);
}

/** HTML is not printed for this: it is the bulk of a page. */
function sizeOf(change: Change): number {
  if (change.kind !== 'lesson' || change.deleted === true) return JSON.stringify(change).length;
  const { content, ...outline } = change.data;
  return JSON.stringify(outline).length + content.length;
}

async function readChanges(
  trx: ReadTrx,
  puller: Puller,
  { after, rows, readContext }: Page & { readonly readContext: ReadContext },
): Promise<Change[]> {
  const ids = pageIdsOf(puller, { after, upTo: rows.at(-1)?.sequence ?? after });
  const kinds = new Set(rows.filter(({ isDeleted }) => isDeleted === 0).map(({ kind }) => kind));
  const present = new Map<string, Change>();
  for (const kind of kinds) {
    for (const change of await readKind(trx, kind, { puller, ids, readContext })) {
      present.set(`${change.kind} ${change.id}`, change);
    }
  }
  return rows.map(({ kind, id, isDeleted }) => {
    const change = isDeleted === 0 ? present.get(`${kind} ${id}`) : undefined;
    return change ?? { kind, id, deleted: true };
  });
}

async function readKind(trx: ReadTrx, kind: RowKind, source: Source): Promise<Change[]> {
  return isPlainKind(kind) ? readPart(trx, kind, source) : readOther(trx, kind, source);
}

async function readPart<K extends PlainKind>(trx: ReadTrx, kind: K, source: Source): Promise<ChangeOf<K>[]> {
  const { ids, puller } = source;
  const rows = await plainParts[kind].read(trx, ids(trx, kind), puller.scope === 'all');
  return rows.map((data) => ({ kind, id: idOf(data), deleted: false, data }));
}

async function readOther<K extends OtherKind>(trx: ReadTrx, kind: K, source: Source): Promise<ChangeOf<K>[]> {
  const rows = await pulledRows[kind](trx, source);
  return rows.map((data) => ({ kind, id: idOf(data), deleted: false, data }));
}

type OtherKind = Exclude<RowKind, PlainKind>;
type ChangeOf<K extends RowKind> = {
  [Kind in K]: { kind: Kind; id: string; deleted: false; data: RowOf<Kind> };
}[K];

/** The id of a row in the changes; progress is named by its lesson, an activation by its course. */
function idOf(row: RowOf<RowKind>): string {
  if ('id' in row) return row.id;
  return 'lessonId' in row ? row.lessonId : row.courseId;
}
