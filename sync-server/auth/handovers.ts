import * as v from 'valibot';
import { Id } from '#schema/id.ts';
import { SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';
import { Role } from '#schema/user.ts';
import { SignedClaims } from './signed-claims.ts';
import type { CallerRow } from './user-queries.ts';

const Claims = v.object({ sub: Id, ver: v.pipe(v.number(), v.integer()), role: Role });

/** What a valid hand-over says of its person. Whether it still holds is decided by the user's row. */
type HandoverClaims = Pick<CallerRow, 'id' | 'tokenVersion' | 'role'>;

/**
 * Makes and reads hand-overs: what lies in the cookie that a home-screen app begins with. One opens no call
 * but the one that makes a session of it, and counts only while password and role are what they were.
 */
export class Handovers {
  readonly #tokens: SignedClaims<typeof Claims>;

  constructor(secret: Uint8Array) {
    this.#tokens = new SignedClaims(secret, {
      audience: 'carrel-handover',
      type: 'handover+jwt',
      claims: Claims,
      requiredClaims: ['exp', 'iat', 'sub', 'ver', 'role'],
      lifetimeSeconds: SESSION_LIFETIME_SECONDS,
    });
  }

  issue({ id, tokenVersion, role }: HandoverClaims, now: Date): Promise<string> {
    return this.#tokens.sign(id, { ver: tokenVersion, role }, now);
  }

  async read(token: string, now: Date): Promise<HandoverClaims | null> {
    const claims = await this.#tokens.read(token, now);
    return claims && { id: claims.sub, tokenVersion: claims.ver, role: claims.role };
  }
}
