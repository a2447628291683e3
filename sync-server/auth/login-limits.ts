import { createHash } from 'node:crypto';
import type { Limited } from '../http/rate-limits.ts';

/** What tries to sign in are counted by: the address, and the account as seen from this address. */
export function loginLimits(email: string, address: string): Record<'byAddress' | 'byAccount', Limited> {
  return {
    byAddress: { limit: 'loginByAddress', key: address },
    byAccount: { limit: 'loginByAccount', key: `${hashOf(email)} ${address}` },
  };
}

/** Counters are kept on disk; they need not say who tried. */
export const hashOf = (email: string): string => createHash('sha256').update(email).digest('base64url');
