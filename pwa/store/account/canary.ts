import { v7 as uuid } from 'uuid';
import { read, readAtOnce, write } from '../database/access.ts';
import type { PrivateStore, Reader, ReadTx, Tx } from '../database/private-store.ts';
import { readCanary, writeCanary } from './canary-note.ts';
import { countUnsent } from './outbox.ts';

/*
 * A browser may lose a database and open an empty one in its place, without an error. The canary is stored
 * outside IndexedDB and records which database it watched and how many commands were unsent; if the database
 * is a new one while work was waiting, the app reports "N changes were lost".
 */
const BIRTH = 'birth';

/** Above this, an edit adjusts the count: the browser visits every row that it counts. */
export const COUNTED_MAX = 500;

/** Detects lost commands; returns how many the user has not dismissed yet. Call it at start. */
export function findLostCommands(store: PrivateStore): Promise<number> {
  return note(store, null);
}

/**
 * Updates the canary with the unsent commands. Call it after every change of the outbox.
 *
 * @param added how many the change added, if that is known: a long queue need not be counted then
 */
export async function updateCanary(store: PrivateStore, added?: number): Promise<void> {
  const canary = readCanary(store.userId);
  const isLong = canary !== null && canary.unsent > COUNTED_MAX;
  await note(store, isLong && added !== undefined ? added : null);
}

/**
 * Writes the canary. Each time it is compared with the database: the browser may replace the database of an open
 * page too, and a page that has just been opened may store an edit before it has checked.
 *
 * @param added null: the unsent commands are counted
 */
async function note(store: PrivateStore, added: number | null): Promise<number> {
  const found = await readAtOnce(store, [store.state, store.outbox], (tx) => readDatabase(tx, added));
  if (found === null) {
    await write(store, [store.state], makeBirth);
    return note(store, null);
  }
  const { birth, unsent, lastId } = found;
  // Read and written in one turn: another update between the two would be undone.
  const canary = readCanary(store.userId);
  const isReborn = canary !== null && canary.birth !== birth;
  // Only a database that the canary knows has a count to add to.
  if (unsent === null && (canary === null || isReborn)) return note(store, null);
  const lost = (canary?.lost ?? 0) + (isReborn ? canary.unsent : 0);
  const count = unsent ?? (canary?.unsent ?? 0) + (added ?? 0);
  writeCanary(store.userId, { ...canary, birth, unsent: count, lastId, lost });
  return lost;
}

/** The facts of a database that the canary notes; null if it is new. */
async function readDatabase(tx: ReadTx, added: number | null) {
  const birth = await readBirth(tx);
  if (birth === null) return null;
  const unsent = added === null ? await countUnsent(tx) : null;
  return { birth, unsent, lastId: unsent === 0 ? null : await readLastId(tx) };
}

/** Returns the id of the last command, sent or not; null without any. For use inside a transaction. */
export async function readLastId(tx: ReadTx): Promise<string | null> {
  return (await tx.outbox.toCollection().last())?.id ?? null;
}

/** Returns what tells this database from others; null if it is new. */
export async function readBirth(tx: Reader): Promise<string | null> {
  const row = await read(tx, () => tx.state.get(BIRTH));
  return typeof row?.value === 'string' ? row.value : null;
}

/** Whether the browser has replaced the database that the canary knows, or did so earlier and the notice is not dismissed. */
export async function mayHaveLost(store: PrivateStore): Promise<boolean> {
  const canary = readCanary(store.userId);
  return canary !== null && (canary.lost > 0 || canary.birth !== (await readBirth(store)));
}

interface Restored {
  /** The database that was lost. */
  readonly birth: string;
  /** How many of its commands were found again. */
  readonly found: number;
  /** So many remain lost in any case. */
  readonly lostAtLeast: number;
}

/** Commands of a lost database were found again; a second call for the same one, as by another tab, changes nothing. */
export function restoreLostCommands(userId: string, { birth, found, lostAtLeast }: Restored): void {
  const canary = readCanary(userId);
  if (canary === null || canary.restored === birth) return;
  writeCanary(userId, { ...canary, lost: Math.max(lostAtLeast, canary.lost - found), restored: birth });
}

async function makeBirth(tx: Tx): Promise<void> {
  // Another tab may have come first.
  const row = await tx.state.get(BIRTH);
  if (row === undefined) await tx.state.put({ key: BIRTH, value: uuid() });
}
