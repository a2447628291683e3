import { Dexie, type ObservabilitySet } from 'dexie';
import type { Tables } from './private-store.ts';

/**
 * Calls `listener` after every change of these tables of any store, by any tab. It reads nothing, unlike a live query.
 * Returns a function that stops.
 */
export function watchTables(names: readonly (keyof Tables)[], listener: () => void): () => void {
  // Dexie names what has changed `idb://database/table/index`.
  const isWatched = (changed: string) => names.some((name) => changed.includes(`/${name}/`));
  const check = (parts: ObservabilitySet) => {
    if (Object.keys(parts).some(isWatched)) listener();
  };
  Dexie.on.storagemutated.subscribe(check);
  return () => Dexie.on.storagemutated.unsubscribe(check);
}
