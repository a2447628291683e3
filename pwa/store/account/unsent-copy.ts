import { readKnownUser } from '../database/known-user.ts';
import type { PrivateStore } from '../database/private-store.ts';

/*
 * A copy of a user's unsent work outside of IndexedDB, in Cache Storage, which the browser stores apart: it may lose all
 * databases of the site at once (docs/decisions/308).
 */
const ADDRESS = '/unsent-work';
const BIRTH = 'Store-Birth';
const LAST_ID = 'Last-Command';
const cacheName = (userId: string): string => `carrel-unsent-${userId}`;

export interface UnsentCopy {
  /** Of the database whose work it is, as in the canary. */
  readonly birth: string;
  /** The last command of the outbox, sent or not, as in the canary; null for an empty one. */
  readonly lastId: string | null;
  /** A file as an export writes it. */
  readonly text: string;
}

/** Returns the copy; null if there is none, or no Cache Storage. */
export async function readCopy(userId: string): Promise<UnsentCopy | null> {
  // Opening a cache creates it.
  if (!hasCaches() || !(await caches.has(cacheName(userId)))) return null;
  const found = await (await caches.open(cacheName(userId))).match(ADDRESS);
  const birth = found?.headers.get(BIRTH) ?? null;
  if (found === undefined || birth === null) return null;
  return { birth, lastId: found.headers.get(LAST_ID), text: await found.text() };
}

/**
 * Replaces the copy, unless its user has signed out meanwhile. One that cannot be replaced, as on a full disk, is
 * removed: it may hold what the user has discarded since.
 */
export async function writeCopy(store: PrivateStore, { birth, lastId, text }: UnsentCopy): Promise<void> {
  if (!hasCaches() || store.isGone || readKnownUser()?.id !== store.userId) return;
  const headers = { [BIRTH]: birth, ...(lastId === null ? {} : { [LAST_ID]: lastId }) };
  try {
    const cache = await caches.open(cacheName(store.userId));
    await cache.put(ADDRESS, new Response(text, { headers }));
  } catch (error) {
    await removeCopy(store.userId);
    throw error;
  }
}

export async function removeCopy(userId: string): Promise<void> {
  if (hasCaches()) await caches.delete(cacheName(userId));
}

/** Runs `work`, which reads or changes a copy, while no other tab does: none writes a copy that another has removed. */
export async function withCopies<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks === undefined ? work() : locks.request('carrel-unsent-copies', work);
}

const hasCaches = (): boolean => 'caches' in globalThis;
