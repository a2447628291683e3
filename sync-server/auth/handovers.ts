import * as v from 'valibot';
import { Id } from '#schema/id.ts';
import { SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';
import { Role } from '#schema/user.ts';
import { SignedClaims } from './signed-claims.ts';
import type { CallerRow } from './user-queries.ts';

const Claims = v.object({
  sub: Id,
  ver: v.pipe(v.number(), v.integer()),
  role: Role,
  iat: v.pipe(v.number(), v.integer()),
  sid: v.optional(Id),
});

/** What a valid hand-over says of its person. Whether it still holds is decided by the rows of user and session. */
interface HandoverClaims extends Pick<CallerRow, 'id' | 'tokenVersion' | 'role'> {
  readonly issuedAtSeconds: number;
  /** The session that it came from; null in cookies of releases before sessions had rows. */
  readonly sessionId: string | null;
}

/**
 * Makes and reads hand-overs: what lies in the cookie that a home-screen app begins with. One opens no call
 * but the one that makes a session of it, and counts only while the session it came from is live and password
 * and role are what they were.
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

  issue(
    { id, tokenVersion, role }: Pick<CallerRow, 'id' | 'tokenVersion' | 'role'>,
    session: { readonly id: string; readonly expiresAt: string },
    now: Date,
  ): Promise<string> {
    const claims = { ver: tokenVersion, role, sid: session.id };
    return this.#tokens.sign(id, claims, now, new Date(session.expiresAt));
  }

  async read(token: string, now: Date): Promise<HandoverClaims | null> {
    const claims = await this.#tokens.read(token, now);
    if (claims === null) return null;
    const { sub, ver, role, iat, sid = null } = claims;
    return { id: sub, tokenVersion: ver, role, issuedAtSeconds: iat, sessionId: sid };
  }
}
