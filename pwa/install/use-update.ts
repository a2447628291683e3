import { useSyncExternalStore } from 'react';
import { applyUpdate, isUpdateReady, subscribeUpdate } from './update-state.ts';

export interface Update {
  /** A new version is on this device and waits for the person's word. */
  readonly isReady: boolean;
  /** Takes it: every tab writes down what it holds and reloads. */
  apply(): void;
}

export function useUpdate(): Update {
  return { isReady: useSyncExternalStore(subscribeUpdate, isUpdateReady), apply: applyUpdate };
}
