import * as v from 'valibot';
import { Id } from '#schema/id.ts';
import { SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';
import { SignedClaims, toSeconds } from './signed-claims.ts';

const READ_TOKENS_CACHED_MAX = 5_000;

const Claims = v.object({
  sub: Id,
  ver: v.pipe(v.number(), v.integer()),
  iat: v.pipe(v.number(), v.integer()),
  exp: v.pipe(v.number(), v.integer()),
  sid: v.optional(Id),
});

/**
 * The claims of a valid token. The rows of the user and the session decide whether the session is still live.
 */
export interface SessionClaims {
  readonly userId: string;
  /** The user's `tokenVersion` when the token was created. */
  readonly version: number;
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
  /**
   * Null for tokens of releases before sessions had rows, and for those created when no row could be written.
   */
  readonly sessionId: string | null;
}

/** The row that a token belongs to. */
interface IssuedFor {
  readonly id: string;
  readonly expiresAt: string;
}

/** Creates and verifies session tokens (docs/security.md, Sessions). */
export class Sessions {
  readonly #tokens: SignedClaims<typeof Claims>;
  /** Signatures that have been verified: the same token comes with every request of a session. */
  readonly #read = new Map<string, SessionClaims>();

  constructor(secret: Uint8Array) {
    this.#tokens = new SignedClaims(secret, {
      audience: 'carrel-app',
      type: 'session+jwt',
      claims: Claims,
      requiredClaims: ['exp', 'iat', 'sub', 'ver'],
      lifetimeSeconds: SESSION_LIFETIME_SECONDS,
    });
  }

  /**
   * Returns a token that is valid for 30 days from `now`, at most until the absolute limit of its session.
   */
  issue(
    user: { readonly id: string; readonly tokenVersion: number },
    now: Date,
    session: IssuedFor | null = null,
  ): Promise<string> {
    const claims = { ver: user.tokenVersion };
    if (session === null) return this.#tokens.sign(user.id, claims, now);
    return this.#tokens.sign(user.id, { ...claims, sid: session.id }, now, new Date(session.expiresAt));
  }

  /** Returns the claims of a token, or null when it is forged, malformed, expired or of another kind. */
  async read(token: string, now: Date): Promise<SessionClaims | null> {
    const known = this.#read.get(token);
    if (known !== undefined) return known.expiresAtSeconds > toSeconds(now) ? known : null;
    const claims = await this.#tokens.read(token, now);
    if (claims === null) return null;
    const { sub, ver, iat, exp, sid = null } = claims;
    const times = { issuedAtSeconds: iat, expiresAtSeconds: exp };
    const read = { userId: sub, version: ver, ...times, sessionId: sid };
    this.#cache(token, read);
    return read;
  }

  #cache(token: string, claims: SessionClaims): void {
    const oldest = this.#read.keys().next().value;
    if (this.#read.size >= READ_TOKENS_CACHED_MAX && oldest !== undefined) this.#read.delete(oldest);
    this.#read.set(token, claims);
  }
}

/** Whether the session is old enough for `GET /api/auth/me` to return a new token. */
export function isHalfSpent(claims: SessionClaims, now: Date): boolean {
  return toSeconds(now) - claims.issuedAtSeconds > SESSION_LIFETIME_SECONDS / 2;
}
