import { requiredStepOf } from '#schema/required-step.ts';
import { readToken, tokenSubject } from '../api/token.ts';
import { readKnownUser } from '../store/known-user.ts';

/** Whose outbox may be sent, and by which token. */
export interface Identity {
  readonly userId: string;
  readonly token: string;
}

/**
 * The person whose work may go out now: the one this device knows, and only by a token of their own.
 * Null when nobody is known, when their session has ended, or when the token belongs to somebody else; also
 * while the account has a required step to do, because the server refuses everything until then.
 */
export function findIdentity(): Identity | null {
  const user = readKnownUser();
  const token = readToken();
  if (user === null || token === null || tokenSubject(token) !== user.id) return null;
  if (requiredStepOf(user) !== null) return null;
  return { userId: user.id, token };
}
