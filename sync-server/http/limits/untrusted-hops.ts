import type { Logger } from 'pino';
import type { Config } from '#sync-server/config.ts';

/** Any client can send the header, so the number of log lines must be limited. */
const HOPS_MAX = 50;

/** Logs once per address that sends X-Forwarded-For without being in TRUSTED_PROXIES. */
export function untrustedHopWarning(log: Logger): (hop: string) => void {
  const seen = new Set<string>();
  return (hop) => {
    if (seen.has(hop) || seen.size >= HOPS_MAX) return;
    seen.add(hop);
    log.warn(
      { hop },
      'X-Forwarded-For was ignored: it came from an address that is not in TRUSTED_PROXIES. If this is your proxy, add it, or all its users share one limit.',
    );
  };
}

/** Logs at startup that the configuration names a proxy's public address but trusts no proxy. */
export function warnOfMissingProxy({ publicUrl, trustedProxies }: Config, log: Logger): void {
  if (!publicUrl?.startsWith('https:') || trustedProxies.length > 0) return;
  log.warn(
    { publicUrl },
    'PUBLIC_URL is https, so there is a proxy in front, but TRUSTED_PROXIES is empty: all users share the limits of its address.',
  );
}
