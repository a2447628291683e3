import { readToken, tokenSubject } from '#pwa/api/token.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import { requiredStepOf } from '#schema/account/required-step.ts';

/** Whose outbox may be sent, and with which token. */
export interface Identity {
  readonly userId: string;
  readonly token: string;
}

/**
 * Returns the user whose commands may be sent now: the known user of this device, with a token of their own.
 * Null if no user is known, the session has ended, or the token belongs to another user; also while the
 * account has a required step to do, because the server refuses everything until then.
 */
export function findIdentity(): Identity | null {
  const user = readKnownUser();
  const token = readToken();
  if (user === null || token === null || tokenSubject(token) !== user.id) return null;
  if (requiredStepOf(user) !== null) return null;
  return { userId: user.id, token };
}
