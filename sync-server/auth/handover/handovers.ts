import * as v from 'valibot';
import { Role } from '#schema/account/user.ts';
import { Id } from '#schema/id.ts';
import { SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';
import { SignedClaims } from '#sync-server/sessions/signed-claims.ts';
import type { CallerRow } from '#sync-server/sessions/user-queries.ts';

const Claims = v.object({
  sub: Id,
  ver: v.pipe(v.number(), v.integer()),
  role: Role,
  iat: v.pipe(v.number(), v.integer()),
  sid: Id,
});

/** The claims of a valid hand-over. The rows of user and session decide whether it is still accepted. */
interface HandoverClaims extends Pick<CallerRow, 'id' | 'tokenVersion' | 'role'> {
  /** The session that it came from. */
  readonly sessionId: string;
}

/**
 * Creates and verifies hand-overs, the values of the cookie that a home-screen app starts with. A hand-over
 * authorises only the call that begins a session, and is valid only while its original session is live and
 * password and role are unchanged.
 */
export class Handovers {
  readonly #tokens: SignedClaims<typeof Claims>;

  constructor(secret: Uint8Array) {
    this.#tokens = new SignedClaims(secret, {
      audience: 'carrel-handover',
      type: 'handover+jwt',
      claims: Claims,
      requiredClaims: ['exp', 'iat', 'sub', 'ver', 'role', 'sid'],
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
    const { sub, ver, role, sid } = claims;
    return { id: sub, tokenVersion: ver, role, sessionId: sid };
  }
}
