import type { ErrorCode } from '#schema/messages/errors.ts';
import type { PartKind } from '#schema/sync/row-kinds.ts';
import { isKnownId } from '#sync-server/db/changes/changes-queries.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { wasCreated } from '#sync-server/history/revision-queries.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';

/**
 * Throws ApiError 409 when the id exists or belonged to a deleted row: ids are never reused. The history knows it
 * when the tombstone has been pruned.
 */
export async function requireFreeId(trx: Trx, kind: PartKind, id: string): Promise<void> {
  if ((await isKnownId(trx, kind, id)) || (await wasCreated(trx, kind, id))) throw new ApiError('id_taken');
}

/** Returns the row, or throws ApiError 404. */
export function requireRow<Row>(row: Row | undefined, code: ErrorCode): Row {
  if (row === undefined) throw new ApiError(code);
  return row;
}
