import { useSyncExternalStore } from 'react';
import { getSession, type Session, subscribeSession } from './session.ts';

/** The current session; re-renders when it changes, in this tab or another. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession);
}
