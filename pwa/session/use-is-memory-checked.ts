import { useEffect, useSyncExternalStore } from 'react';
import { checkMemory, isMemoryChecked, subscribeMemory } from './memory.ts';

/** For redirects: false until the stored session can be trusted, and then true at once. */
export function useIsMemoryChecked(): boolean {
  useEffect(() => void checkMemory(), []);
  return useSyncExternalStore(subscribeMemory, isMemoryChecked);
}
