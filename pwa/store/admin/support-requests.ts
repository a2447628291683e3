import type { SupportRequest } from '#schema/account/support.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { listUnsent, type OutboxRow } from '../account/outbox.ts';
import { readAtOnce } from '../database/access.ts';
import type { PrivateStore, ReadTx } from '../database/private-store.ts';
import { findFetchedAt, listAdminRequests, listCommandsAckedSince } from './admin.ts';

/** A support request as it is once everything unsent has been sent. */
export interface ShownRequest {
  readonly request: SupportRequest;
  /** The last unacknowledged change, and the server's message if it refused. */
  readonly pending: Pick<OutboxRow, 'id' | 'state' | 'lastProblem'> | null;
}

export interface StoredRequests {
  /** Newest first. */
  readonly requests: readonly ShownRequest[];
  readonly fetchedAt: string | null;
}

/** The support requests on this device, with changes that were made on it. */
export async function readSupportRequests(store: PrivateStore): Promise<StoredRequests> {
  const tables = [store.adminRequests, store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    const [stored, unsent, fetchedAt] = await Promise.all([
      listAdminRequests(tx),
      listUnsent(tx),
      findFetchedAt(tx, 'requests'),
    ]);
    const acked = fetchedAt === null ? [] : await listCommandsAckedSince(tx, fetchedAt);
    return { requests: showRequests(stored, { acked, unsent }), fetchedAt };
  });
}

/** Whether a request is done on the server, as far as this device knows; null if it does not. */
export async function findStoredDone(tx: ReadTx, requestId: string): Promise<boolean | null> {
  const fetchedAt = await findFetchedAt(tx, 'requests');
  const acked = fetchedAt === null ? [] : await listCommandsAckedSince(tx, fetchedAt);
  const doneAt = new Map(acked.flatMap(readDone)).get(requestId);
  if (doneAt !== undefined) return doneAt !== null;
  const row = await tx.adminRequests.get(requestId);
  return row === undefined ? null : row.doneAt !== null;
}

interface Edits {
  readonly acked: readonly Command[];
  readonly unsent: readonly OutboxRow[];
}

function showRequests(requests: readonly SupportRequest[], { acked, unsent }: Edits): ShownRequest[] {
  const ackedDone = new Map(acked.flatMap(readDone));
  const rows = new Map(
    unsent.flatMap((row) => readDone(row.command).map(([id, doneAt]) => [id, { row, doneAt }])),
  );
  return requests.map((request) => {
    const there = ackedDone.get(request.id);
    const stored = there === undefined ? request : { ...request, doneAt: there };
    const change = rows.get(request.id);
    if (change === undefined) return { request: stored, pending: null };
    const { id, state, lastProblem } = change.row;
    const shown = state === 'refused' ? stored : { ...stored, doneAt: change.doneAt };
    return { request: shown, pending: { id, state, lastProblem } };
  });
}

/** The request of a command and when it is done by it; nothing for other commands. */
function readDone({ kind, args, createdAt }: Command): [string, string | null][] {
  return kind === 'support.setDone' ? [[args.requestId, args.done ? createdAt : null]] : [];
}
