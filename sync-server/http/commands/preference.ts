import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { PREFER_HEADER, PREFER_MINIMAL, PREFERENCE_APPLIED_HEADER } from '#schema/protocol.ts';

/** Whether a Prefer header contains `return=minimal` (RFC 7240); the preferences of a request are a list. */
export function prefersMinimal(header: string | undefined): boolean {
  return (header ?? '').split(/[,;]/).some((part) => part.trim().toLowerCase() === PREFER_MINIMAL);
}

/** The headers of a reply that depends on the request's preference. */
export function preferenceHeaders({ minimal }: Endpoint, isMinimal: boolean): Record<string, string> {
  if (minimal === null) return {};
  return {
    Vary: `Authorization, ${PREFER_HEADER}`,
    ...(isMinimal ? { [PREFERENCE_APPLIED_HEADER]: PREFER_MINIMAL } : {}),
  };
}
