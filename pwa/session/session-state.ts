import type { User } from '#schema/user.ts';
import { readToken, tokenSubject } from '../api/token.ts';
import { readKnownUser } from '../store/known-user.ts';

/**
 * loading: a token is there, but not yet whose it is. signedIn: `isVerified` once the server said so
 * since this page was opened. expired: the session ended, the person is still known, and what is kept
 * for them stays readable until they sign in again or out.
 */
export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'signedOut' }
  | { readonly state: 'signedIn'; readonly user: User; readonly isVerified: boolean }
  | { readonly state: 'expired'; readonly user: User };

/** The session that the device's own memory amounts to; `verifiedToken` is the one the server confirmed. */
export function deriveSession(verifiedToken: string | null, isSettled: boolean): Session {
  const token = readToken();
  const user = readKnownUser();
  if (token === null) return user === null ? { state: 'signedOut' } : { state: 'expired', user };
  if (user !== null && tokenSubject(token) === user.id) {
    return { state: 'signedIn', user, isVerified: token === verifiedToken };
  }
  if (!isSettled) return { state: 'loading' };
  return user === null ? { state: 'signedOut' } : { state: 'expired', user };
}

export function isSameSession(a: Session, b: Session): boolean {
  if (a.state !== b.state) return false;
  const userOf = (session: Session) => ('user' in session ? session.user : null);
  const isVerified = (session: Session) => session.state === 'signedIn' && session.isVerified;
  return userOf(a) === userOf(b) && isVerified(a) === isVerified(b);
}
