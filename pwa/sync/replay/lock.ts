import { isCarrying } from '#pwa/api/carry-patiently.ts';
import {
  type ExtendLock,
  isLeasedElsewhere,
  LEASE_MS,
  type Lease,
  withLock,
} from '#pwa/store/database/lock.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';

const lockName = ({ userId }: PrivateStore): string => `carrel-replay-${userId}`;
const leaseOf = (store: PrivateStore): Lease => ({ store, key: 'replayLease', isAtWork: isCarrying });

/**
 * Runs `work` in the one tab that replays: waits for another one as long as that carries bytes, or takes the lock from it
 * at once (`isStealing`). The lock is held for one drain only. Receipts make two replayers harmless; this only makes them
 * rare. Null without Web Locks while another tab replays.
 */
export function withReplayLock<T>(
  store: PrivateStore,
  work: (extendLock: ExtendLock) => Promise<T>,
  { isStealing = false }: { readonly isStealing?: boolean } = {},
): Promise<T | null> {
  return withLock(lockName(store), work, {
    ...{ lease: leaseOf(store), stealAfterMs: isStealing ? 0 : LEASE_MS },
  });
}

/** Whether another tab replays and its connection carries bytes: a second replay would only take its bandwidth. */
export const isReplayedElsewhere = (store: PrivateStore): Promise<boolean> =>
  isLeasedElsewhere(leaseOf(store));
