import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { read, write } from './access.ts';
import type { PrivateStore } from './private-store.ts';

const RENEWAL_MS = 15_000;
/** Longer than a connection may be silent, so a lease outlasts the request that it covers. */
export const LEASE_MS = 45_000;
const LeaseValue = v.object({ owner: v.string(), until: v.number() });
const me = uuid();

/**
 * Says in the store until when a tab has a lock: in place of a Web Lock where the browser has none, as on plain HTTP, and
 * besides it while the tab is at work, because a frozen tab holds its Web Lock as well.
 */
export interface Lease {
  readonly store: PrivateStore;
  readonly key: string;
  /** Whether this tab's work goes on, for example because its connection carries bytes: the lease is renewed. */
  isAtWork(): boolean;
}

/** Reports that work continues; returns false if the lock was lost and the work must stop. */
export type ExtendLock = () => Promise<boolean>;

interface LockOptions {
  /** Without waiting; null if another tab has the lock. */
  readonly ifFree?: boolean;
  /** Ends the wait: `withLock` rejects. */
  readonly signal?: AbortSignal;
  /** Takes the lock from a tab that has it for so long and shows no lease; 0: at once, from any. */
  readonly stealAfterMs?: number;
  readonly lease?: Lease;
}

/**
 * Runs `work` in one tab at a time, by a Web Lock. Without Web Locks a lease serves, which is not waited for: null if
 * another tab has it. Without either, each tab works at once. The work of a tab that lost its lock goes on without it,
 * so work under a lock has to be harmless when it is done twice.
 */
export async function withLock<T>(
  name: string,
  work: (extendLock: ExtendLock) => Promise<T>,
  options: LockOptions = {},
): Promise<T | null> {
  const { ifFree = false, signal, stealAfterMs, lease } = options;
  const locks = globalThis.navigator?.locks;
  if (locks === undefined && lease !== undefined) return withLease(lease, work, stealAfterMs === 0);
  const run = () => withRenewal(lease, () => work(async () => true));
  if (locks === undefined) return run();
  if (ifFree) return locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? null : run()));
  if (stealAfterMs === 0) return locks.request(name, { steal: true }, run);
  if (stealAfterMs === undefined) return locks.request(name, signal === undefined ? {} : { signal }, run);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), stealAfterMs);
  const runInTime = () => {
    clearTimeout(timer);
    return run();
  };
  try {
    return await locks.request(name, { signal: waiting.signal }, runInTime);
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    if (lease !== undefined && (await isLeasedElsewhere(lease))) return await withLock(name, work, options);
    return await locks.request(name, { steal: true }, run);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether another tab has a lease, and so the lock, and is at work. */
export async function isLeasedElsewhere({ store, key }: Lease): Promise<boolean> {
  const lease = await read(store, () => store.state.get(key));
  return isForeign(lease?.value, Date.now());
}

async function withLease<T>(
  lease: Lease,
  work: (extendLock: ExtendLock) => Promise<T>,
  isStealing: boolean,
): Promise<T | null> {
  if (!(await takeLease(lease, isStealing))) return null;
  return withRenewal(lease, () => work(() => takeLease(lease)), { isTaken: true });
}

/** Renews the lease while the tab is at work: a request on a slow connection takes minutes. */
async function withRenewal<T>(
  lease: Lease | undefined,
  work: () => Promise<T>,
  { isTaken = false } = {},
): Promise<T> {
  if (lease === undefined) return work();
  let isHeld = isTaken;
  const renew = () => {
    if (!lease.isAtWork()) return;
    isHeld = true;
    void takeLease(lease, true).catch(() => undefined);
  };
  const timer = setInterval(renew, RENEWAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (isHeld) await releaseLease(lease);
  }
}

function takeLease({ store, key }: Lease, isStealing = false): Promise<boolean> {
  return write(store, [store.state], async (tx) => {
    const held = await tx.state.get(key);
    // Only now: a transaction may have waited for long, above all the first one, while an older tab blocks the store.
    const now = Date.now();
    if (!isStealing && isForeign(held?.value, now)) return false;
    await tx.state.put({ key, value: { owner: me, until: now + LEASE_MS } });
    return true;
  });
}

/** A lease longer than the maximum comes from a clock that was set back since. */
function isForeign(value: unknown, now: number): boolean {
  const held = v.safeParse(LeaseValue, value);
  if (!held.success || held.output.owner === me) return false;
  return held.output.until > now && held.output.until <= now + LEASE_MS;
}

/** Leaves the lease of a tab that has taken it since. */
function releaseLease({ store, key }: Lease): Promise<void> {
  return write(store, [store.state], async (tx) => {
    const held = v.safeParse(LeaseValue, (await tx.state.get(key))?.value);
    if (held.success && held.output.owner === me) await tx.state.delete(key);
  }).catch(() => {
    // It expires anyway.
  });
}
