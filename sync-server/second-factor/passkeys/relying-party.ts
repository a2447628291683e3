import { isIP } from 'node:net';
import type { PasskeyObstacle } from '#schema/account/passkeys.ts';
import type { Config } from '#sync-server/config.ts';

/** What a passkey is bound to: the browser signs for no other host name, and names the origin in what it signs. */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the address that passkeys are bound to, or why there is none. It comes from PUBLIC_URL only: a header of a
 * request, which anybody can send, must not choose it.
 */
export function readRelyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | PasskeyObstacle {
  if (publicUrl === undefined) return 'noPublicUrl';
  const { protocol, hostname, origin } = new URL(publicUrl);
  // Browsers treat localhost as secure, with a port or without.
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return 'notHttps';
  // URL writes an IPv6 address in brackets.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'noHostName';
  return { id: hostname, origin };
}

/** The same; null without one. */
export function findRelyingParty(config: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const party = readRelyingParty(config);
  return typeof party === 'string' ? null : party;
}
