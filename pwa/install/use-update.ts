import { useSyncExternalStore } from 'react';
import { applyUpdate, isUpdateReady, subscribeUpdate } from './update-state.ts';

export interface Update {
  /** A new version is on this device and waits for the user's consent. */
  readonly isReady: boolean;
  /** Applies it: every tab saves its unsaved data and reloads. */
  apply(): void;
}

export function useUpdate(): Update {
  return { isReady: useSyncExternalStore(subscribeUpdate, isUpdateReady), apply: applyUpdate };
}
