import type { User } from '#schema/account/user.ts';
import { readToken, tokenSubject } from '../api/token.ts';
import { readKnownUser } from '../store/database/known-user.ts';

/**
 * loading: there is a token, but its user is not known yet. signedIn: `isVerified` once the server confirmed
 * it since this page was opened. expired: the session ended; the user is still known, and their offline data
 * stays readable until they sign in again or out.
 */
export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'signedOut' }
  | { readonly state: 'signedIn'; readonly user: User; readonly isVerified: boolean }
  | { readonly state: 'expired'; readonly user: User };

/** The state of the device's localStorage. */
export interface Knowledge {
  /** The token that the server confirmed. */
  readonly verifiedToken: string | null;
  /** Whether the items have been compared with their mirror: before that, missing items prove nothing. */
  readonly isRestored: boolean;
  /** Whether the first request to the server has ended, with any result. */
  readonly hasCheckedServer: boolean;
}

/** Derives the session from the device's stored items. */
export function deriveSession({ verifiedToken, isRestored, hasCheckedServer }: Knowledge): Session {
  const token = readToken();
  const user = readKnownUser();
  if (token === null && user === null && !isRestored) return { state: 'loading' };
  if (token === null) return user === null ? { state: 'signedOut' } : { state: 'expired', user };
  if (user !== null && tokenSubject(token) === user.id) {
    return { state: 'signedIn', user, isVerified: token === verifiedToken };
  }
  if (!hasCheckedServer) return { state: 'loading' };
  return user === null ? { state: 'signedOut' } : { state: 'expired', user };
}

export function isSameSession(a: Session, b: Session): boolean {
  if (a.state !== b.state) return false;
  const userOf = (session: Session) => ('user' in session ? session.user : null);
  const isVerified = (session: Session) => session.state === 'signedIn' && session.isVerified;
  return userOf(a) === userOf(b) && isVerified(a) === isVerified(b);
}
