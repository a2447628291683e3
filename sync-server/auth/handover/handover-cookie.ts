import { endpoints } from '#schema/endpoints/endpoints.ts';
import { SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';
import { HANDOVER_COOKIE } from '#schema/protocol.ts';
import type { Deps } from '#sync-server/deps.ts';
import type { AppContext } from '#sync-server/http/reply.ts';
import { pageOf } from '#sync-server/http/same-origin.ts';
import type { BegunSession } from '../begin-session.ts';

/*
 * The cookie that hands a session from Safari on an iPhone over to a home-screen app, which shares no other
 * storage with the browser. Scripts cannot read it, and cross-site requests do not send it.
 *
 * Over HTTPS its name begins with `__Host-`: browsers accept such a cookie only over HTTPS and from this
 * host, so neither a sibling subdomain nor an attacker on the network can set one. The prefix requires
 * `Path=/`; without HTTPS the cookie is limited to the one path that reads it.
 */
const SECURE_NAME = `__Host-${HANDOVER_COOKIE}`;
const OWN_PATH = endpoints.resumeSession.path;
const SHARED = 'HttpOnly; SameSite=Strict';

/**
 * The cookie that gives the user's browser the hand-over of a session; none for callers that are not a page.
 */
export async function issueHandover(
  deps: Deps,
  c: AppContext,
  { user, session }: BegunSession,
): Promise<readonly string[]> {
  if (pageOf(c) === null || session === null) return [];
  const handover = await deps.handovers.issue(user, session, deps.clock.now());
  return [cookie(deps, c, `${handover}; Max-Age=${SESSION_LIFETIME_SECONDS}`)];
}

/** The cookie that removes it. */
export function endHandover(deps: Deps, c: AppContext): readonly string[] {
  return [cookie(deps, c, '; Max-Age=0')];
}

/** The unverified cookie value of this request; null without one. */
export function readHandover(deps: Deps, c: AppContext): string | null {
  const pairs = (c.req.header('Cookie') ?? '').split(';').map((pair) => pair.trim());
  const name = isSecure(deps, c) ? SECURE_NAME : HANDOVER_COOKIE;
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

function cookie(deps: Deps, c: AppContext, value: string): string {
  if (!isSecure(deps, c)) return `${HANDOVER_COOKIE}=${value}; Path=${OWN_PATH}; ${SHARED}`;
  return `${SECURE_NAME}=${value}; Path=/; ${SHARED}; Secure`;
}

/** This process speaks HTTP; the page's own origin shows whether the browser uses HTTPS. */
function isSecure(deps: Deps, c: AppContext): boolean {
  const addresses = [deps.config.publicUrl, pageOf(c)];
  return addresses.some((address) => address?.startsWith('https:'));
}
