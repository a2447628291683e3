import { readToken } from '#pwa/api/token.ts';
import { Observable, type Readable } from '#pwa/device/observable.ts';
import { recallUnsent } from '#pwa/store/account/canary-note.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';

export interface SyncStatus {
  /**
   * needsYou: something was refused or lost; paused: the session ended with unsent work; offline: no network
   * and nothing waits; waiting: unsent work is on this device; sending: a request is under way; drafts: nothing
   * waits, but unsaved drafts are on this device only; sent: neither.
   */
  readonly kind: 'offline' | 'waiting' | 'sending' | 'drafts' | 'sent' | 'paused' | 'needsYou';
  /** Commands not acknowledged, including refused ones. */
  readonly unsent: number;
  /** Courses and forms with unsaved drafts. No one but the user sends these, by saving them. */
  readonly drafts: number;
  readonly refused: number;
  /**
   * How many decisions the user has to make: a refused Save Course counts once, however many edits it
   * contained.
   */
  readonly decisions: number;
  /** Commands that the browser lost together with its database, until the user dismisses the notice. */
  readonly lost: number;
  readonly lastSentAt: string | null;
  /**
   * Although there is a connection, sendable work has not been sent for a minute. The replay was restarted.
   */
  readonly isStuck: boolean;
  /** The network replies in the server's place, most likely to ask its user to sign in. */
  readonly isIntercepted: boolean;
}

export interface OutboxCounts {
  readonly unsent: number;
  readonly refused: number;
  readonly decisions: number;
  readonly sending: number;
  readonly lastSentAt: string | null;
}

export const NO_COUNTS: OutboxCounts = {
  unsent: 0,
  refused: 0,
  decisions: 0,
  sending: 0,
  lastSentAt: null,
};

export interface StatusInput extends OutboxCounts {
  readonly drafts?: number;
  readonly lost: number;
  readonly isOnline: boolean;
  readonly hasSession: boolean;
  readonly isStuck?: boolean;
  readonly isIntercepted?: boolean;
}

export function describeStatus(input: StatusInput): SyncStatus {
  const {
    unsent,
    drafts = 0,
    refused,
    decisions,
    lost,
    lastSentAt,
    isStuck = false,
    isIntercepted = false,
  } = input;
  return {
    kind: kindOf(input),
    unsent,
    drafts,
    refused,
    decisions,
    lost,
    lastSentAt,
    isStuck,
    isIntercepted,
  };
}

function kindOf(input: StatusInput): SyncStatus['kind'] {
  if (input.refused > 0 || input.lost > 0) return 'needsYou';
  if (input.unsent === 0 && !input.isOnline) return 'offline';
  if (input.unsent === 0) return (input.drafts ?? 0) > 0 ? 'drafts' : 'sent';
  if (!input.hasSession) return 'paused';
  return input.isOnline && input.sending > 0 ? 'sending' : 'waiting';
}

/** Before the store is open, the canary's count prevents a first status of "all sent" while work waits. */
const known = readKnownUser();

const current = new Observable<SyncStatus>(
  describeStatus({
    ...NO_COUNTS,
    unsent: known === null ? 0 : recallUnsent(known.id),
    lost: 0,
    isOnline: globalThis.navigator?.onLine !== false,
    hasSession: readToken() !== null,
  }),
);

export const syncStatus: Readable<SyncStatus> = current;

/** Only the sync engine sets the status. */
export function setSyncStatus(next: SyncStatus): void {
  if (JSON.stringify(next) !== JSON.stringify(current.get())) current.set(next);
}
