import type { Role } from '#schema/user.ts';
import type { Access } from './screens.tsx';

/** As much of a session as access depends on. */
export type SessionForAccess =
  | { state: 'loading' | 'signedOut' }
  | { state: 'signedIn' | 'expired'; user: { role: Role } };

export type AccessDecision = 'show' | 'wait' | 'login' | 'home';

/**
 * What the guard does. A person whose session expired still reads what is kept on the device; a sheet
 * over the page asks them to sign in again, and the server lets nothing through meanwhile.
 */
export function decideAccess(access: Access, session: SessionForAccess): AccessDecision {
  if (access === 'public') return 'show';
  switch (session.state) {
    case 'loading':
      return 'wait';
    case 'signedOut':
      return 'login';
    case 'signedIn':
    case 'expired':
      return access === 'admin' && session.user.role !== 'admin' ? 'home' : 'show';
  }
}
