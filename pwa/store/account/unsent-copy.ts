import { inTime, StorageStalledError } from '#pwa/device/in-time.ts';
import { readKnownUser } from '../database/known-user.ts';
import { withLock } from '../database/lock.ts';
import type { PrivateStore } from '../database/private-store.ts';

/*
 * A copy of a user's unsent work outside of IndexedDB, in Cache Storage, which the browser stores apart: it may lose all
 * databases of the site at once (docs/why/storage.md).
 */
/** Used in turns: a browser removes an entry before it writes the one that replaces it, and may be killed in between. */
const ADDRESSES = { even: '/unsent-work', odd: '/unsent-work/2' } as const;
const NUMBER = 'Copy-Number';
const BIRTH = 'Store-Birth';
const LAST_ID = 'Last-Command';
const LEFT_OUT = 'Left-Out';
/** Work on a copy takes a moment; a tab that holds the lock for longer is frozen. */
const STEAL_AFTER_MS = 5_000;
const cacheName = (userId: string): string => `carrel-unsent-${userId}`;

export interface UnsentCopy {
  /** Of the database whose work it is, as in the canary. */
  readonly birth: string;
  /** The last command of the outbox, sent or not, as in the canary; null for an empty one. */
  readonly lastId: string | null;
  /** How many unsent commands come after those in the copy. */
  readonly leftOut: number;
  /** A file as an export writes it. */
  readonly text: string;
}

/** Returns the copy; null if there is none, or no Cache Storage. */
export function readCopy(userId: string): Promise<UnsentCopy | null> {
  return inTime(findCopy(userId));
}

async function findCopy(userId: string): Promise<UnsentCopy | null> {
  // Opening a cache creates it.
  if (!hasCaches() || !(await caches.has(cacheName(userId)))) return null;
  const found = await findLast(await caches.open(cacheName(userId)));
  const birth = found?.headers.get(BIRTH) ?? null;
  if (found === undefined || birth === null) return null;
  const leftOut = Number(found.headers.get(LEFT_OUT));
  return { birth, lastId: found.headers.get(LAST_ID), leftOut, text: await found.text() };
}

async function findLast(cache: Cache): Promise<Response | undefined> {
  const [even, odd] = await Promise.all([cache.match(ADDRESSES.even), cache.match(ADDRESSES.odd)]);
  return numberOf(even) > numberOf(odd) ? even : odd;
}

/** Copies are numbered from 0 in the order in which they are written. */
const numberOf = (copy: Response | undefined): number =>
  copy === undefined ? -1 : Number(copy.headers.get(NUMBER));

const addressOf = (number: number): string => (number % 2 === 0 ? ADDRESSES.even : ADDRESSES.odd);

/**
 * Replaces the copy, unless its user has signed out meanwhile. One that cannot be replaced, as on a full disk, is
 * removed: it may hold what the user has discarded since.
 */
export async function writeCopy(store: PrivateStore, copy: UnsentCopy): Promise<void> {
  const isOver = () => store.isGone || readKnownUser()?.id !== store.userId;
  if (!hasCaches() || isOver()) return;
  const replace = async () => {
    const cache = await caches.open(cacheName(store.userId));
    const number = numberOf(await findLast(cache)) + 1;
    // Asked again, because a tab that was frozen goes on without the lock.
    if (isOver()) return;
    await cache.put(addressOf(number), asResponse(copy, number));
    await cache.delete(addressOf(number + 1));
  };
  try {
    await inTime(replace());
  } catch (error) {
    // A storage that stalls removes nothing either; the next copy replaces this one.
    if (!(error instanceof StorageStalledError)) await removeCopy(store.userId);
    throw error;
  }
}

function asResponse({ birth, lastId, leftOut, text }: UnsentCopy, number: number): Response {
  const headers = {
    [BIRTH]: birth,
    [NUMBER]: String(number),
    [LEFT_OUT]: String(leftOut),
    ...(lastId === null ? {} : { [LAST_ID]: lastId }),
  };
  return new Response(text, { headers });
}

export async function removeCopy(userId: string): Promise<void> {
  if (hasCaches()) await inTime(caches.delete(cacheName(userId)));
}

/** Runs `work`, which reads or changes a copy, while no other tab does: none writes a copy that another has removed. */
export async function withCopies(work: () => Promise<unknown>): Promise<void> {
  await withLock('carrel-unsent-copies', work, { stealAfterMs: STEAL_AFTER_MS });
}

const hasCaches = (): boolean => 'caches' in globalThis;
