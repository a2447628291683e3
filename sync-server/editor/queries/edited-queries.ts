import type { ErrorCode } from '#schema/messages/errors.ts';
import { type Change, isKnownId, recordChanges } from '#sync-server/db/changes/changes-queries.ts';
import { touchCourse } from '#sync-server/db/changes/counters-queries.ts';
import type { ChangeKind } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { wasCreated } from '#sync-server/history/revision-queries.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';

/**
 * Throws ApiError 409 when the id exists or belonged to a deleted row: ids are never reused. The history knows it
 * when the tombstone has been pruned.
 */
export async function requireFreeId(trx: Trx, kind: EditedKind, id: string): Promise<void> {
  if ((await isKnownId(trx, kind, id)) || (await wasCreated(trx, kind, id))) throw new ApiError('id_taken');
}

type EditedKind = Exclude<ChangeKind, 'user' | 'activation' | 'progress'>;

/** Returns the row, or throws ApiError 404. */
export function requireRow<Row>(row: Row | undefined, code: ErrorCode): Row {
  if (row === undefined) throw new ApiError(code);
  return row;
}

interface Edited {
  readonly courseId: string;
  /** ISO time. */
  readonly at: string;
}

/** Records that something in a course changed: its cached replies, its `updatedAt`, the order of changes. */
export async function recordEdit(trx: Trx, { courseId, at }: Edited, changes: readonly Change[]) {
  await touchCourse(trx, courseId, at);
  await recordChanges(trx, at, [{ kind: 'course', id: courseId, courseId }, ...changes]);
}
