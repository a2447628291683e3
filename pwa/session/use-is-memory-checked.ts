import { useEffect } from 'react';
import { useObservable } from '../ui/use-observable.ts';
import { checkMemory, memoryChecked } from './memory.ts';

/** For redirects: false until the stored session can be trusted, and then true at once. */
export function useIsMemoryChecked(): boolean {
  useEffect(() => void checkMemory(), []);
  return useObservable(memoryChecked);
}
