import { requiredStepOf } from '#schema/account/required-step.ts';
import type { Role } from '#schema/account/user.ts';
import type { Access } from './screens.tsx';

/** The session fields that access depends on. */
export type SessionForAccess =
  | { state: 'loading' | 'signedOut' }
  | { state: 'signedIn' | 'expired'; user: { role: Role; requiredStep?: string | undefined } };

export type AccessDecision = 'show' | 'wait' | 'login' | 'home' | 'setUp';

/**
 * Decides what the guard does. A user whose session expired can still read what is stored on the device; a
 * sheet over the page prompts for a new sign-in, and the server rejects requests in the meantime. An account
 * with a required step sees it in place of every guarded screen; offline, when the step cannot be done,
 * stored data still opens.
 */
export function decideAccess(access: Access, session: SessionForAccess, canDoStep: boolean): AccessDecision {
  if (access === 'public') return 'show';
  switch (session.state) {
    case 'loading':
      return 'wait';
    case 'signedOut':
      return 'login';
    case 'signedIn':
      if (canDoStep && requiredStepOf(session.user) !== null) return 'setUp';
      return decideByRole(access, session.user.role);
    case 'expired':
      return decideByRole(access, session.user.role);
  }
}

function decideByRole(access: Access, role: Role): AccessDecision {
  return access === 'admin' && role !== 'admin' ? 'home' : 'show';
}
