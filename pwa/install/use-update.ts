import { useObservable } from '../ui/use-observable.ts';
import { applyUpdate, offeredUpdate } from './update-state.ts';

export interface Update {
  /** A new version is on this device and waits for the user's consent. */
  readonly isReady: boolean;
  /** Applies it: every tab saves its unsaved data and reloads. */
  apply(): void;
}

export function useUpdate(): Update {
  return { isReady: useObservable(offeredUpdate) !== null, apply: applyUpdate };
}
