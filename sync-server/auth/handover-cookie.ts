import { endpoints } from '#schema/endpoints.ts';
import { SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';
import { HANDOVER_COOKIE } from '#schema/protocol.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../http/own-page.ts';
import type { AppContext } from '../http/reply.ts';
import type { BegunSession } from './begin-session.ts';

/*
 * The cookie that an iPhone hands over to a home-screen app, which has no other storage in common with the
 * browser. It is never given to a script and never sent along from another site.
 *
 * Over https its name begins with `__Host-`: browsers accept such a cookie from https and from this very host
 * only, so that neither a neighbouring subdomain nor anyone on the network can plant one. The prefix demands
 * `Path=/`; without https the cookie stays with the one path that reads it.
 */
const SECURE_NAME = `__Host-${HANDOVER_COOKIE}`;
/** What releases before that called it. It is still read, and taken away with every cookie that is given. */
const OLD_SECURE_NAME = `__Secure-${HANDOVER_COOKIE}`;
const OWN_PATH = endpoints.resumeSession.path;
const SHARED = 'HttpOnly; SameSite=Strict';

/** The cookies that give a person's browser the hand-over of a session; none for callers that are no page. */
export async function giveHandover(
  deps: Deps,
  c: AppContext,
  { user, session }: BegunSession,
): Promise<readonly string[]> {
  if (pageOf(c) === null || session === null) return [];
  const handover = await deps.handovers.issue(user, session, deps.clock.now());
  return cookies(deps, c, `${handover}; Max-Age=${SESSION_LIFETIME_SECONDS}`);
}

/** The cookies that take it away. */
export function endHandover(deps: Deps, c: AppContext): readonly string[] {
  return cookies(deps, c, '; Max-Age=0');
}

/** What lies in the cookie of this request, unjudged; null without one. */
export function readHandover(deps: Deps, c: AppContext): string | null {
  const pairs = (c.req.header('Cookie') ?? '').split(';').map((pair) => pair.trim());
  const names = isSecure(deps, c) ? [SECURE_NAME, OLD_SECURE_NAME] : [HANDOVER_COOKIE];
  const values = names.map((name) =>
    pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1),
  );
  return values.find((value) => value !== undefined) ?? null;
}

function cookies(deps: Deps, c: AppContext, value: string): readonly string[] {
  if (!isSecure(deps, c)) return [`${HANDOVER_COOKIE}=${value}; Path=${OWN_PATH}; ${SHARED}`];
  return [
    `${SECURE_NAME}=${value}; Path=/; ${SHARED}; Secure`,
    `${OLD_SECURE_NAME}=; Max-Age=0; Path=${OWN_PATH}; ${SHARED}; Secure`,
  ];
}

/** This process speaks http; whether the browser speaks https is known from what its page says. */
function isSecure(deps: Deps, c: AppContext): boolean {
  const addresses = [deps.config.publicUrl, pageOf(c)];
  return addresses.some((address) => address?.startsWith('https:'));
}
