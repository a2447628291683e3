import { useSyncExternalStore } from 'react';
import { getSession, type Session, subscribeSession } from './session.ts';

/** Who is here; renders again when that changes, in this tab or another. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession);
}
