import { readKnownUser } from '../database/known-user.ts';
import type { PrivateStore } from '../database/private-store.ts';

/*
 * A copy of a user's unsent work outside of IndexedDB, in Cache Storage, which the browser stores apart: it may lose all
 * databases of the site at once (docs/decisions/308).
 */
const ADDRESS = '/unsent-work';
const BIRTH = 'Store-Birth';
const cacheName = (userId: string): string => `carrel-unsent-${userId}`;

export interface UnsentCopy {
  /** Of the database whose work it is, as in the canary. */
  readonly birth: string;
  /** A file as an export writes it. */
  readonly text: string;
}

/** Returns the copy; null if there is none, or no Cache Storage. */
export async function readCopy(userId: string): Promise<UnsentCopy | null> {
  // Opening a cache creates it.
  if (!('caches' in globalThis) || !(await caches.has(cacheName(userId)))) return null;
  const found = await (await caches.open(cacheName(userId))).match(ADDRESS);
  const birth = found?.headers.get(BIRTH) ?? null;
  return found === undefined || birth === null ? null : { birth, text: await found.text() };
}

/** Replaces the copy, unless its user has signed out meanwhile. */
export function writeCopy(store: PrivateStore, { birth, text }: UnsentCopy): Promise<void> {
  return oneByOne(async () => {
    if (store.isGone || readKnownUser()?.id !== store.userId) return;
    const cache = await caches.open(cacheName(store.userId));
    await cache.put(ADDRESS, new Response(text, { headers: { [BIRTH]: birth } }));
  });
}

export function removeCopy(userId: string): Promise<void> {
  return oneByOne(async () => void (await caches.delete(cacheName(userId))));
}

/** So that no tab writes a copy that another one has just removed. */
async function oneByOne(work: () => Promise<void>): Promise<void> {
  if (!('caches' in globalThis)) return;
  const locks = globalThis.navigator?.locks;
  await (locks === undefined ? work() : locks.request('carrel-unsent-copy', work));
}
