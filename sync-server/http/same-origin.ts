import { HANDOVER_HEADER } from '#schema/protocol.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './reply/api-error.ts';
import type { AppContext } from './reply.ts';

/** The page origin that the browser reports; null for programs. */
export const pageOf = (c: AppContext): string | null =>
  c.req.header('Origin') ?? c.req.header('Referer') ?? null;

/**
 * Throws ApiError 403 unless the request comes from a page of this origin: it needs a header that no form and
 * no other site can send without a preflight, and the browser reports its origin.
 */
export function requireOwnPage(deps: Deps, c: AppContext): void {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site') ?? 'same-origin';
  const isOurs =
    c.req.header(HANDOVER_HEADER) !== undefined &&
    site === 'same-origin' &&
    origin !== undefined &&
    (origin === deps.config.publicUrl || hostOf(origin) === new URL(c.req.url).host);
  if (!isOurs) throw new ApiError('not_allowed');
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);
