import type { Deps } from '#sync-server/deps.ts';
import type { AppContext } from '#sync-server/http/reply.ts';
import { findSessionUser, isLive } from '#sync-server/sessions/session-queries.ts';
import { type BegunSession, beginSession } from '../begin-session.ts';
import { readHandover } from './handover-cookie.ts';

/**
 * Returns the session that the cookie of this request begins; null when it begins none. The cookie's original
 * session must be live, and password and role must be unchanged since it was issued.
 *
 * The new session keeps the absolute limit of the original one.
 */
export async function takeHandover(deps: Deps, c: AppContext): Promise<BegunSession | null> {
  const cookie = readHandover(deps, c);
  const now = deps.clock.now();
  const claims = cookie && (await deps.handovers.read(cookie, now));
  if (!cookie || !claims || deps.erasures.has(claims.id)) return null;
  const found = await findSessionUser(deps.db, { userId: claims.id, sessionId: claims.sessionId });
  if (found === undefined) return null;
  const { user, session } = found;
  if (user.tokenVersion !== claims.tokenVersion || user.role !== claims.role) return null;
  if (session === null || !isLive(session, now)) return null;
  return beginSession(deps, c, user, { expiresAt: session.expiresAt, continues: session.id });
}
