import { useEffect, useSyncExternalStore } from 'react';
import { checkMemory, isMemoryChecked, subscribeMemory } from './memory.ts';

/** For whoever is about to turn a person away: false until that is no mistake of the memory's, and then true at once. */
export function useIsMemoryChecked(): boolean {
  useEffect(() => void checkMemory(), []);
  return useSyncExternalStore(subscribeMemory, isMemoryChecked);
}
