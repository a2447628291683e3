import { useObservable } from '../ui/use-observable.ts';
import { currentSession, type Session } from './session.ts';

/** The current session; re-renders when it changes, in this tab or another. */
export function useSession(): Session {
  return useObservable(currentSession);
}
