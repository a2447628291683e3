import * as v from 'valibot';
import { readItem, removeItem, writeItem } from '#pwa/device/local-storage.ts';

/*
 * Users who are signing out of this device. The intention is stored first, outside IndexedDB, so a page
 * killed during a sign-out finishes it at the next start.
 */
const KEY = 'carrel.departures';
const Departures = v.array(v.object({ userId: v.string(), unsent: v.picklist(['keep', 'discard']) }));
export type Departure = v.InferOutput<typeof Departures>[number];

/** Stores that a user signs out; from here on it will be completed, even if this page dies. */
export function noteDeparture(departure: Departure): void {
  write([...others(departure.userId), departure]);
}

/** The sign-out is complete. */
export function strikeDeparture(userId: string): void {
  write(others(userId));
}

export function readDepartures(): Departure[] {
  try {
    const parsed = v.safeParse(Departures, JSON.parse(readItem(KEY) ?? '[]'));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

function others(userId: string): Departure[] {
  return readDepartures().filter((departure) => departure.userId !== userId);
}

function write(departures: readonly Departure[]): void {
  if (departures.length === 0) removeItem(KEY);
  else writeItem(KEY, JSON.stringify(departures));
}
