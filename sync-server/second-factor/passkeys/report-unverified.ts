import type { Deps } from '#sync-server/deps.ts';

const REASON_MAX_CHARACTERS = 200;

/**
 * Logs why a response of an authenticator does not hold: an address that differs from PUBLIC_URL is the operator's to
 * correct. Returns null, as the result of the verification.
 */
export function reportUnverified({ log }: Pick<Deps, 'log'>, event: object, error: unknown): null {
  const reason = String(error instanceof Error ? error.message : error).slice(0, REASON_MAX_CHARACTERS);
  log.warn({ ...event, reason }, 'passkey not verified');
  return null;
}
