import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { isCarrying } from '#pwa/api/carry-patiently.ts';
import { lockOrSteal } from '#pwa/device/lock-or-steal.ts';
import { read, write } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';

/** Longer than a connection may be silent, so a lease outlasts the request that it covers. */
const LEASE_MS = 45_000;
const RENEWAL_MS = 15_000;
const LEASE_KEY = 'replayLease';
const Lease = v.object({ owner: v.string(), until: v.number() });
const me = uuid();

/** The name of the Web Lock of the tab that leads. */
export const leadName = ({ userId }: PrivateStore): string => `carrel-replay-${userId}`;

/** Reports to the leader that work continues; returns false if the lead was lost and the work must stop. */
export type ExtendLead = () => Promise<boolean>;

/**
 * Runs `work` in one tab at a time: by a Web Lock where available, which waits for the other tab as long as that carries
 * bytes, otherwise by a lease in the store, which does not wait (returns null then; try again later). With `isStealing`
 * the lead is taken from its owner. It is held for one drain only. Receipts make a double lead harmless; this only makes
 * it rare.
 */
export async function withLead<T>(
  store: PrivateStore,
  work: (extendLead: ExtendLead) => Promise<T>,
  { isStealing = false }: { readonly isStealing?: boolean } = {},
): Promise<T | null> {
  const locks = globalThis.navigator?.locks;
  if (locks !== undefined) {
    const name = leadName(store);
    const run = () => withRenewal(store, () => work(async () => true));
    if (isStealing) return locks.request(name, { steal: true }, run);
    return lockOrSteal(name, run, { stealAfterMs: LEASE_MS, isInUse: () => isLeadInUse(store) });
  }
  const extendLease = () => takeLease(store);
  if (!(await takeLease(store, isStealing))) return null;
  return withRenewal(store, () => work(extendLease), { isTaken: true });
}

/** Whether another tab leads and its connection carries bytes: a second replay would only take its bandwidth. */
export async function isLeadInUse(store: PrivateStore): Promise<boolean> {
  const lease = await read(store, () => store.state.get(LEASE_KEY));
  return isForeign(lease?.value, Date.now());
}

/**
 * Renews the lease while a request is under way, which on a slow connection takes minutes; besides a Web Lock
 * (not `isTaken`) it is only written then.
 */
async function withRenewal<T>(
  store: PrivateStore,
  work: () => Promise<T>,
  { isTaken = false } = {},
): Promise<T> {
  let isHeld = isTaken;
  const renew = () => {
    if (!isCarrying()) return;
    isHeld = true;
    void takeLease(store, true).catch(() => undefined);
  };
  const timer = setInterval(renew, RENEWAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (isHeld) await releaseLease(store);
  }
}

function takeLease(store: PrivateStore, isStealing = false): Promise<boolean> {
  return write(store, [store.state], async (tx) => {
    const held = await tx.state.get(LEASE_KEY);
    // Only now: a transaction may have waited for long, above all the first one, while an older tab blocks the store.
    const now = Date.now();
    if (!isStealing && isForeign(held?.value, now)) return false;
    await tx.state.put({ key: LEASE_KEY, value: { owner: me, until: now + LEASE_MS } });
    return true;
  });
}

/** A lease longer than the maximum comes from a clock that was set back since. */
function isForeign(value: unknown, now: number): boolean {
  const held = v.safeParse(Lease, value);
  if (!held.success || held.output.owner === me) return false;
  return held.output.until > now && held.output.until <= now + LEASE_MS;
}

/** Leaves the lease of a tab that has taken the lead since. */
function releaseLease(store: PrivateStore): Promise<void> {
  return write(store, [store.state], async (tx) => {
    const held = v.safeParse(Lease, (await tx.state.get(LEASE_KEY))?.value);
    if (held.success && held.output.owner === me) await tx.state.delete(LEASE_KEY);
  }).catch(() => {
    // It expires anyway.
  });
}
