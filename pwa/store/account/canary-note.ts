import * as v from 'valibot';
import { readItem, removeItem, writeItem } from '#pwa/device/local-storage.ts';

/*
 * The canary's data (see `canary.ts`) in localStorage: it can be read synchronously, before the store is
 * open, and without the code that opens it.
 */
const Canary = v.object({
  /** Created with the database and stored in it: a different one means a different database. */
  birth: v.string(),
  unsent: v.number(),
  lastId: v.nullable(v.string()),
  /** Commands lost in earlier accidents, until the user dismisses the notice. */
  lost: v.number(),
  /** The database whose copy was restored last, so that what was found in it counts once. */
  restored: v.optional(v.string()),
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

/** The last reported unsent commands. */
export function recallUnsent(userId: string): number {
  return readCanary(userId)?.unsent ?? 0;
}

/** The user dismissed the notice of what was lost. */
export function dismissLostCommands(userId: string): void {
  const canary = readCanary(userId);
  if (canary !== null) writeCanary(userId, { ...canary, lost: 0 });
}

function canaryKey(userId: string): string {
  return `carrel.outbox.${userId}`;
}
