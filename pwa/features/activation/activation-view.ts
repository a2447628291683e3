import { serverProblemOf } from '#pwa/store/account/outbox.ts';
import { messages } from '#schema/messages/messages.ts';

/** The outbox row fields that this screen depends on. */
export interface ActivationRow {
  readonly state: 'waiting' | 'sending' | 'paused' | 'refused' | 'acknowledged';
  readonly lastProblem: string | null;
  /** The status of the last response; 0 without one, null before the first attempt ended. */
  readonly lastStatus: number | null;
}

interface Circumstances {
  readonly isOnline: boolean;
  /** A code was just entered, and its row is not stored or read yet. */
  readonly isComing: boolean;
  /** Whether the request has exceeded its timeout. */
  readonly hasWaited: boolean;
}

export type QueuedReason = 'offline' | 'slow' | 'signedOut';

/**
 * The state of the activation screen.
 * - `form`: nothing is pending (a refusal is shown beside the field).
 * - `sending`: a request is in flight.
 * - `queued`: the code waits on this device; `putOff` if the server has refused it for now, as after many attempts.
 * - `done`: the server has acknowledged it.
 */
export type ActivationView =
  | { kind: 'form'; refusal: string | null }
  | { kind: 'sending' }
  | { kind: 'queued'; reason: QueuedReason }
  | { kind: 'queued'; reason: 'putOff'; problem: string }
  | { kind: 'done' };

/** Only an acknowledged row is done: access depends on the server's ack. */
export function viewActivation(row: ActivationRow | null, circumstances: Circumstances): ActivationView {
  if (circumstances.isComing && (row === null || row.state === 'refused')) return { kind: 'sending' };
  if (row === null) return { kind: 'form', refusal: null };
  switch (row.state) {
    case 'acknowledged':
      return { kind: 'done' };
    case 'refused':
      return { kind: 'form', refusal: row.lastProblem ?? messages.activationScreenFailed };
    case 'paused':
      return { kind: 'queued', reason: 'signedOut' };
    case 'waiting':
    case 'sending':
      return viewUnsent(row, circumstances);
  }
}

function viewUnsent(row: ActivationRow, { isOnline, hasWaited }: Circumstances): ActivationView {
  if (!isOnline) return { kind: 'queued', reason: 'offline' };
  const problem = serverProblemOf(row);
  if (problem !== null) return { kind: 'queued', reason: 'putOff', problem };
  return hasWaited ? { kind: 'queued', reason: 'slow' } : { kind: 'sending' };
}
