import type { SupportRequest } from '#schema/account/support.ts';
import { listUnfetched, type OutboxRow } from '../account/outbox.ts';
import { readAtOnce } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { findFetchedAt, listAdminRequests } from './admin.ts';

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
    const [stored, fetchedAt] = await Promise.all([listAdminRequests(tx), findFetchedAt(tx, 'requests')]);
    return {
      requests: showRequests(stored, await listUnfetched(tx, fetchedAt, ['support.setDone'])),
      fetchedAt,
    };
  });
}

function showRequests(requests: readonly SupportRequest[], commands: readonly OutboxRow[]): ShownRequest[] {
  const shown = new Map(
    requests.map((request): [string, ShownRequest] => [request.id, { request, pending: null }]),
  );
  for (const { id, command, state, lastProblem } of commands) {
    if (command.kind !== 'support.setDone') continue;
    const { requestId, done } = command.args;
    const before = shown.get(requestId);
    if (before === undefined) continue;
    const doneAt = done ? command.createdAt : null;
    const request = state === 'refused' ? before.request : { ...before.request, doneAt };
    shown.set(requestId, { request, pending: state === 'acknowledged' ? null : { id, state, lastProblem } });
  }
  return [...shown.values()];
}
