import * as v from 'valibot';
import { readItem, removeItem, writeItem } from '../device/local-storage.ts';

/*
 * What the canary (see canary.ts) remembers, in localStorage: it can be read at once, before the store is
 * open, and without the code that opens it.
 */
const Canary = v.object({
  /** Made with the database, kept in it: another one means another database. */
  birth: v.string(),
  unsent: v.number(),
  lastId: v.nullable(v.string()),
  /** Commands lost by earlier accidents, until the person has taken note. */
  lost: v.number(),
});
export type Canary = v.InferOutput<typeof Canary>;

export function readCanary(userId: string): Canary | null {
  try {
    const parsed = v.safeParse(Canary, JSON.parse(readItem(canaryKey(userId)) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function writeCanary(userId: string, canary: Canary): void {
  writeItem(canaryKey(userId), JSON.stringify(canary));
}

export function removeCanary(userId: string): void {
  removeItem(canaryKey(userId));
}

/** What was unsent when last heard of. */
export function recallUnsent(userId: string): number {
  return readCanary(userId)?.unsent ?? 0;
}

/** The person knows what was lost. */
export function dismissLostCommands(userId: string): void {
  const canary = readCanary(userId);
  if (canary !== null) writeCanary(userId, { ...canary, lost: 0 });
}

function canaryKey(userId: string): string {
  return `carrel.outbox.${userId}`;
}
