import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#schema/limits.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

/** Open challenges of a user; beyond them, a new one ends the oldest. */
const OPEN_CHALLENGES_MAX = 20;

/**
 * What the signature of a challenge is for. A sign-in has no session yet: its challenge is sent only to who entered
 * the right password, and 256 random bits name it. The others belong to the session that asked for them.
 */
export type ChallengeScope = 'signIn' | `change:${string}` | `creation:${string}`;

export const scopeOf = (purpose: 'change' | 'creation', sessionId: string | undefined): ChallengeScope =>
  `${purpose}:${sessionId ?? ''}`;

interface Challenge {
  readonly challenge: string;
  readonly userId: string;
  readonly scope: ChallengeScope;
}

export async function insertChallenge(trx: Trx, challenge: Challenge, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + PASSKEY_CHALLENGE_LIFETIME_MS).toISOString();
  const { userId } = challenge;
  await trx
    .deleteFrom('passkeyChallenges')
    .where('userId', '=', userId)
    .where('challenge', 'not in', (eb) =>
      eb
        .selectFrom('passkeyChallenges')
        .select('challenge')
        .where('userId', '=', userId)
        .orderBy('expiresAt', 'desc')
        .orderBy('challenge')
        .limit(OPEN_CHALLENGES_MAX - 1),
    )
    .execute();
  await trx
    .insertInto('passkeyChallenges')
    .values({ ...challenge, expiresAt })
    .execute();
}

/**
 * Consumes a challenge; false when it is unknown, used, expired, or for another user, session or purpose. A single
 * statement, so only one of several concurrent requests succeeds.
 */
export async function takeChallenge(
  trx: Trx,
  { challenge, userId, scope }: Challenge,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('userId', '=', userId)
    .where('scope', '=', scope)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Ends every open challenge of a user. */
export async function removeChallenges(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute();
}

/** Ends every challenge: after a restore, those used since the backup would be valid again. */
export async function voidAllChallenges(trx: Trx): Promise<void> {
  await trx.deleteFrom('passkeyChallenges').execute();
}

export async function removeOldChallenges(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now.toISOString()).execute();
}
