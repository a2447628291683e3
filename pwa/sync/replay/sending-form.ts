import { type ApiResponse, isReached } from '#pwa/api/api-response.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';

/**
 * A network that blocks PUT and DELETE, or the path of a call, may pass a batch, which is a POST to a path of its own.
 * Single commands of a session are sent in the form that passed last, until the page ends: this is the token of the
 * session whose commands need a batch.
 */
let inBatches: string | null = null;

/**
 * Whether a single command is sent as a batch of one: after an attempt that the network blocked, in the other form. A course
 * is larger than a batch.
 */
export function goesInBatch({ isBlocked, attempts, command }: OutboxRow, token: string): boolean {
  if (command.kind === 'course.import') return false;
  const isOtherForm = isBlocked === true && attempts % 2 === 0;
  return (inBatches === token) !== isOtherForm;
}

interface Sent {
  readonly isBatch: boolean;
  readonly token: string;
  readonly response: ApiResponse;
}

/** Notes whether a command that the network had blocked has passed now. */
export function noteForm({ isBlocked, command }: OutboxRow, { isBatch, token, response }: Sent): void {
  if (isBlocked === true && command.kind !== 'course.import' && isReached(response))
    inBatches = isBatch ? token : null;
}
