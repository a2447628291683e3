import { Dexie, type ObservabilitySet } from 'dexie';
import type { Tables } from './private-store.ts';

/**
 * Calls `listener` after every change of these tables of any store, by any tab. It reads nothing, unlike a live query.
 * Returns a function that stops.
 */
export function watchTables(names: readonly (keyof Tables)[], listener: () => void): () => void {
  // Dexie names what has changed `idb://database/table/index`.
  const isWatched = (part: string) => names.some((name) => part.includes(`/${name}/`));
  const check = (parts: ObservabilitySet) => {
    // A transaction that wrote nothing reports ranges without keys.
    const isChanged = ([part, keys]: [string, object]) => 'from' in keys && isWatched(part);
    if (Object.entries(parts).some(isChanged)) listener();
  };
  Dexie.on.storagemutated.subscribe(check);
  return () => Dexie.on.storagemutated.unsubscribe(check);
}
