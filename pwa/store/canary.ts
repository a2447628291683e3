import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { readItem, removeItem, writeItem } from '../device/local-storage.ts';
import { read, write } from './access.ts';
import { countUnsent } from './outbox.ts';
import type { PrivateStore } from './private-store.ts';

/*
 * A browser may lose a database and open an empty one in its place, without an error. The canary
 * lives outside IndexedDB and remembers which database it watched and how much in it was unsent; a
 * database that was born anew while work was waiting turns the silence into "N changes were lost".
 */
const Canary = v.object({
  /** Made with the database, kept in it: another one means another database. */
  birth: v.string(),
  unsent: v.number(),
  lastId: v.nullable(v.string()),
  /** Commands lost by earlier accidents, until the person has taken note. */
  lost: v.number(),
});
type Canary = v.InferOutput<typeof Canary>;

const BIRTH = 'birth';

/** Looks for lost commands; answers how many the person has not taken note of yet. Call it at start. */
export async function findLostCommands(store: PrivateStore): Promise<number> {
  const birth = await findOrMakeBirth(store);
  const canary = readCanary(store.userId);
  const isReborn = canary !== null && canary.birth !== birth;
  const lost = (canary?.lost ?? 0) + (isReborn ? canary.unsent : 0);
  await setCanary(store, { birth, lost });
  return lost;
}

/** Tells the canary what is unsent now. Call it after every change of the outbox. */
export async function updateCanary(store: PrivateStore): Promise<void> {
  const canary = readCanary(store.userId);
  if (canary === null) await findLostCommands(store);
  else await setCanary(store, { birth: canary.birth, lost: canary.lost });
}

/** What was unsent when last heard of, without opening the store. */
export function recallUnsent(userId: string): number {
  return readCanary(userId)?.unsent ?? 0;
}

/** The person knows what was lost. */
export function dismissLostCommands(userId: string): void {
  const canary = readCanary(userId);
  if (canary !== null) writeItem(canaryKey(userId), JSON.stringify({ ...canary, lost: 0 } satisfies Canary));
}

export function removeCanary(userId: string): void {
  removeItem(canaryKey(userId));
}

async function setCanary(
  store: PrivateStore,
  { birth, lost }: Pick<Canary, 'birth' | 'lost'>,
): Promise<void> {
  const unsent = await countUnsent(store);
  const last = unsent === 0 ? undefined : await read(store, () => store.outbox.toCollection().last());
  const canary = { birth, unsent, lastId: last?.id ?? null, lost } satisfies Canary;
  writeItem(canaryKey(store.userId), JSON.stringify(canary));
}

function findOrMakeBirth(store: PrivateStore): Promise<string> {
  return write(store, [store.state], async () => {
    const row = await store.state.get(BIRTH);
    if (typeof row?.value === 'string') return row.value;
    const birth = uuid();
    await store.state.put({ key: BIRTH, value: birth });
    return birth;
  });
}

function readCanary(userId: string): Canary | null {
  try {
    const parsed = v.safeParse(Canary, JSON.parse(readItem(canaryKey(userId)) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function canaryKey(userId: string): string {
  return `carrel.outbox.${userId}`;
}
