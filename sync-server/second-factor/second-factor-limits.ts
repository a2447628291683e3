import type { Limited } from '../http/limits/rate-limits.ts';

/**
 * The counters of attempts with a code or a passkey. Only users who have entered the correct password can try one.
 */
export function secondFactorLimits(userId: string): Limited[] {
  return [
    { limit: 'secondFactorByUser', key: userId },
    { limit: 'secondFactorByUserInADay', key: userId },
  ];
}
