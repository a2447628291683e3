import { endpoints } from '#schema/endpoints.ts';
import { SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';
import { HANDOVER_COOKIE } from '#schema/protocol.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../http/own-page.ts';
import type { AppContext } from '../http/reply.ts';
import type { CallerRow } from './user-queries.ts';

/*
 * The cookie that an iPhone hands over to a home-screen app, which has no other storage in common with the
 * browser. It goes to one path, never to a script and never along from another site.
 */
const ATTRIBUTES = `Path=${endpoints.resumeSession.path}; HttpOnly; SameSite=Strict`;

type CookieHeader = Readonly<Record<'Set-Cookie', string>>;

/** The header that gives a person's browser the cookie; none for callers that are no page. */
export async function giveHandover(
  deps: Deps,
  c: AppContext,
  user: CallerRow,
): Promise<CookieHeader | undefined> {
  if (pageOf(c) === null) return undefined;
  const handover = await deps.handovers.issue(user, deps.clock.now());
  return cookieHeader(deps, c, `${handover}; Max-Age=${SESSION_LIFETIME_SECONDS}`);
}

/** The header that takes the cookie away. */
export function endHandover(deps: Deps, c: AppContext): CookieHeader {
  return cookieHeader(deps, c, '; Max-Age=0');
}

/** What lies in the cookie of this request, unjudged; null without one. */
export function readHandover(deps: Deps, c: AppContext): string | null {
  const pairs = (c.req.header('Cookie') ?? '').split(';').map((pair) => pair.trim());
  const mine = `${cookieName(deps, c)}=`;
  return pairs.find((pair) => pair.startsWith(mine))?.slice(mine.length) ?? null;
}

function cookieHeader(deps: Deps, c: AppContext, value: string): CookieHeader {
  const secure = isSecure(deps, c) ? '; Secure' : '';
  return { 'Set-Cookie': `${cookieName(deps, c)}=${value}; ${ATTRIBUTES}${secure}` };
}

/** With the prefix a browser takes the cookie from https alone, so that nobody on the line plants one. */
const cookieName = (deps: Deps, c: AppContext): string =>
  isSecure(deps, c) ? `__Secure-${HANDOVER_COOKIE}` : HANDOVER_COOKIE;

/** This process speaks http; whether the browser speaks https is known from what its page says. */
function isSecure(deps: Deps, c: AppContext): boolean {
  const addresses = [deps.config.publicUrl, pageOf(c)];
  return addresses.some((address) => address?.startsWith('https:'));
}
