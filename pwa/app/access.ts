import { requiredStepOf } from '#schema/required-step.ts';
import type { Role } from '#schema/user.ts';
import type { Access } from './screens.tsx';

/** As much of a session as access depends on. */
export type SessionForAccess =
  | { state: 'loading' | 'signedOut' }
  | { state: 'signedIn' | 'expired'; user: { role: Role; requiredStep?: string | undefined } };

export type AccessDecision = 'show' | 'wait' | 'login' | 'home' | 'setUp';

/**
 * What the guard does. A person whose session expired still reads what is kept on the device; a sheet
 * over the page asks them to sign in again, and the server lets nothing through meanwhile. An account with a
 * required step sees its set-up in place of every guarded screen; without a connection, when the step cannot be
 * done, what is on the device still opens.
 */
export function decideAccess(access: Access, session: SessionForAccess, isOnline: boolean): AccessDecision {
  if (access === 'public') return 'show';
  switch (session.state) {
    case 'loading':
      return 'wait';
    case 'signedOut':
      return 'login';
    case 'signedIn':
      if (isOnline && requiredStepOf(session.user) !== null) return 'setUp';
      return decideByRole(access, session.user.role);
    case 'expired':
      return decideByRole(access, session.user.role);
  }
}

function decideByRole(access: Access, role: Role): AccessDecision {
  return access === 'admin' && role !== 'admin' ? 'home' : 'show';
}
