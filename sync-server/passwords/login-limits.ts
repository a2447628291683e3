import { createHash } from 'node:crypto';
import type { Limited } from '../http/limits/rate-limits.ts';

/** The counters of sign-in attempts: one per address, and one per account and address. */
export function loginLimits(email: string, address: string): Record<'byAddress' | 'byAccount', Limited> {
  return {
    byAddress: { limit: 'loginByAddress', key: address },
    byAccount: { limit: 'loginByAccount', key: `${hashOf(email)} ${address}` },
  };
}

/** Counters are stored on disk and need not identify the user. */
export const hashOf = (email: string): string => createHash('sha256').update(email).digest('base64url');
