import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { write } from '../../store/database/access.ts';
import type { PrivateStore } from '../../store/database/private-store.ts';

/** Longer than a request may take, so a lease outlasts the request it covers. */
const LEASE_MS = 45_000;
const LEASE_KEY = 'replayLease';
const Lease = v.object({ owner: v.string(), until: v.number() });
const me = uuid();

/** Reports to the leader that work continues; returns false if the lead was lost and the work must stop. */
export type ExtendLead = () => Promise<boolean>;

/**
 * Runs `work` in one tab at a time: by a Web Lock where available, which waits for the other tab, otherwise
 * by a lease in the store, which does not wait (returns null then; try again later). With `isStealing` the
 * lead is taken from its owner. It is held for one drain only. Receipts make a double lead harmless; this
 * only makes it rare.
 */
export async function withLead<T>(
  store: PrivateStore,
  work: (extendLead: ExtendLead) => Promise<T>,
  { isStealing = false }: { readonly isStealing?: boolean } = {},
): Promise<T | null> {
  const locks = globalThis.navigator?.locks;
  if (locks !== undefined) {
    const name = `carrel-replay-${store.userId}`;
    const run = () => work(async () => true);
    return isStealing ? locks.request(name, { steal: true }, run) : withLock(locks, name, run);
  }
  const extendLease = () => takeLease(store, Date.now());
  if (!(await takeLease(store, Date.now(), isStealing))) return null;
  try {
    return await work(extendLease);
  } finally {
    await releaseLease(store);
  }
}

/**
 * Waits for the lock as long as one request may take; a tab that still holds it then is frozen and loses it.
 */
async function withLock<T>(locks: LockManager, name: string, work: () => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), LEASE_MS);
  const start = () => {
    clearTimeout(timer);
    return work();
  };
  try {
    return await locks.request(name, { signal: controller.signal }, start);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    return await locks.request(name, { steal: true }, work);
  } finally {
    clearTimeout(timer);
  }
}

function takeLease(store: PrivateStore, now: number, isStealing = false): Promise<boolean> {
  return write(store, [store.state], async (tx) => {
    const held = v.safeParse(Lease, (await tx.state.get(LEASE_KEY))?.value);
    // A lease longer than the maximum comes from a clock that was set back since.
    const isForeign = held.success && held.output.owner !== me;
    if (!isStealing && isForeign && held.output.until > now && held.output.until <= now + LEASE_MS)
      return false;
    await tx.state.put({ key: LEASE_KEY, value: { owner: me, until: now + LEASE_MS } });
    return true;
  });
}

function releaseLease(store: PrivateStore): Promise<void> {
  return write(store, [store.state], (tx) => tx.state.delete(LEASE_KEY)).catch(() => {
    // It expires anyway.
  });
}
