import { v7 as uuid } from 'uuid';
import { read, write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { type Canary, readCanary, writeCanary } from './canary-note.ts';
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
export async function findLostCommands(store: PrivateStore): Promise<number> {
  const birth = await findOrMakeBirth(store);
  const canary = readCanary(store.userId);
  const isReborn = canary !== null && canary.birth !== birth;
  const lost = (canary?.lost ?? 0) + (isReborn ? canary.unsent : 0);
  await setCanary(store, { birth, lost });
  return lost;
}

/**
 * Updates the canary with the unsent commands. Call it after every change of the outbox.
 *
 * @param added how many the change added, if that is known: a long queue need not be counted then
 */
export async function updateCanary(store: PrivateStore, added?: number): Promise<void> {
  const canary = readCanary(store.userId);
  if (canary === null) await findLostCommands(store);
  else if (added === undefined || canary.unsent <= COUNTED_MAX) await setCanary(store, canary);
  else await setCanary(store, canary, canary.unsent + added);
}

async function setCanary(
  store: PrivateStore,
  { birth, lost }: Pick<Canary, 'birth' | 'lost'>,
  known?: number,
): Promise<void> {
  const unsent = known ?? (await countUnsent(store));
  const last = unsent === 0 ? undefined : await read(store, () => store.outbox.toCollection().last());
  writeCanary(store.userId, { birth, unsent, lastId: last?.id ?? null, lost });
}

function findOrMakeBirth(store: PrivateStore): Promise<string> {
  return write(store, [store.state], async (tx) => {
    const row = await tx.state.get(BIRTH);
    if (typeof row?.value === 'string') return row.value;
    const birth = uuid();
    await tx.state.put({ key: BIRTH, value: birth });
    return birth;
  });
}
