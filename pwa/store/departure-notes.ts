import * as v from 'valibot';
import { readItem, removeItem, writeItem } from '../device/local-storage.ts';

/*
 * Who is leaving this device. The wish is written down first, outside IndexedDB, so that a page
 * killed half way through a sign-out finishes it at the next start.
 */
const KEY = 'carrel.departures';
const Departures = v.array(v.object({ userId: v.string(), unsent: v.picklist(['keep', 'discard']) }));
export type Departure = v.InferOutput<typeof Departures>[number];

/** Writes down that a person leaves; from here on it will happen, whatever becomes of this page. */
export function noteDeparture(departure: Departure): void {
  write([...others(departure.userId), departure]);
}

/** It is done. */
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
