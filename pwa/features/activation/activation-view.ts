import { messages } from '#schema/messages.ts';

/** As much of an outbox row as this screen depends on. */
export interface ActivationRow {
  readonly state: 'waiting' | 'sending' | 'paused' | 'refused' | 'acknowledged';
  readonly lastProblem: string | null;
}

interface Circumstances {
  readonly isOnline: boolean;
  /** A code was entered a moment ago, and its row is yet to be written or read. */
  readonly isComing: boolean;
  /** The learner has looked at a busy button for as long as one should. */
  readonly hasWaited: boolean;
}

export type KeptReason = 'offline' | 'slow' | 'signedOut';

/**
 * What the screen shows of an activation.
 * form: nothing is under way (a refusal stands beside the field); sending: a request is under way;
 * kept: the code waits on this device; done: the server has agreed.
 */
export type ActivationView =
  | { kind: 'form'; refusal: string | null }
  | { kind: 'sending' }
  | { kind: 'kept'; reason: KeptReason }
  | { kind: 'done' };

/** Access is promised by nothing but the server's word: only an acknowledged row is done. */
export function viewActivation(row: ActivationRow | null, circumstances: Circumstances): ActivationView {
  if (circumstances.isComing && (row === null || row.state === 'refused')) return { kind: 'sending' };
  if (row === null) return { kind: 'form', refusal: null };
  switch (row.state) {
    case 'acknowledged':
      return { kind: 'done' };
    case 'refused':
      return { kind: 'form', refusal: row.lastProblem ?? messages.activationScreenFailed };
    case 'paused':
      return { kind: 'kept', reason: 'signedOut' };
    case 'waiting':
    case 'sending':
      if (!circumstances.isOnline) return { kind: 'kept', reason: 'offline' };
      return circumstances.hasWaited ? { kind: 'kept', reason: 'slow' } : { kind: 'sending' };
  }
}
