import { type ApiResponse, isReached } from '#pwa/api/api-response.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';

/**
 * A network that blocks PUT and DELETE, or the path of a call, may pass a batch, which is a POST to a path of its own.
 * Until the page ends, single commands are sent in the form that passed last.
 */
let isBatchPreferred = false;

/** Whether a single command is sent as a batch of one: after an attempt that the network blocked, in the other form. */
export function goesInBatch({ isBlocked, attempts }: OutboxRow): boolean {
  const isOtherForm = isBlocked === true && attempts % 2 === 0;
  return isBatchPreferred !== isOtherForm;
}

/** Notes whether a command that the network had blocked has passed now. */
export function noteForm({ isBlocked }: OutboxRow, isBatch: boolean, response: ApiResponse): void {
  if (isBlocked === true && isReached(response)) isBatchPreferred = isBatch;
}
