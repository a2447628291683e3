import { createHash } from 'node:crypto';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import {
  findSessionUser,
  insertSession,
  type SessionState,
  type SessionUser,
} from '../sessions/session-queries.ts';
import { newSessionRow } from './new-session-row.ts';
import type { AppContext } from './reply.ts';

/*
 * A token that was issued while no row could be written contains no session id. It represents a session of its own,
 * whose id is computed from it, so it gets exactly one row and can be ended like any other.
 */

const ID_CHARACTERS = 32;

/** The id of the session that a token without a session id represents. */
export function idOfTokenWithoutSession(token: string): string {
  return `old-${createHash('sha256').update(token).digest('base64url').slice(0, ID_CHARACTERS)}`;
}

/** Whether tokens without a session id issued at this time are still accepted for this user. */
export function acceptsTokenWithoutSession({ user }: SessionUser, issuedAtSeconds: number): boolean {
  return (
    user.tokensWithoutSessionEndedAt === null ||
    issuedAtSeconds * 1_000 > Date.parse(user.tokensWithoutSessionEndedAt)
  );
}

/**
 * Inserts the row of a token without a session id. Returns `none` if such tokens of the user have been ended,
 * and null if the row cannot be written; a later request then tries again.
 */
export async function adoptTokenWithoutSession(
  deps: Deps,
  c: AppContext,
  { userId, id, issuedAtSeconds }: { userId: string; id: string; issuedAtSeconds: number },
): Promise<SessionState | null | 'none'> {
  const row = newSessionRow(deps, c, userId, { id, begunAt: new Date(issuedAtSeconds * 1_000) });
  try {
    return await inTransaction(deps.db, async (trx) => {
      const found = await findSessionUser(trx, { userId, sessionId: id });
      if (found?.session) return found.session;
      if (found === undefined || !acceptsTokenWithoutSession(found, issuedAtSeconds)) return 'none';
      await insertSession(trx, row);
      return { ...row, endedAt: null };
    });
  } catch (error) {
    deps.log.warn(
      { requestId: c.get('requestId'), userId, error: String(error) },
      'a token without a session',
    );
    return null;
  }
}
