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
  /** Null for tokens that were created when no row could be written. */
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
  /** Tokens that are valid, or being verified: the same one comes with every request of a session. */
  readonly #read = new Map<string, Promise<SessionClaims | null>>();

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
    const reading = this.#read.get(token) ?? this.#verify(token, now);
    const claims = await reading;
    return claims !== null && claims.expiresAtSeconds > toSeconds(now) ? claims : null;
  }

  /** Verifies a token once for all requests that arrive with it meanwhile, and afterwards. */
  #verify(token: string, now: Date): Promise<SessionClaims | null> {
    const verifying = this.#tokens.read(token, now).then((claims) => {
      if (claims === null) this.#read.delete(token);
      else this.#forgetOldest();
      return claims && toSessionClaims(claims);
    });
    this.#read.set(token, verifying);
    return verifying;
  }

  #forgetOldest(): void {
    const [oldest] = this.#read.keys();
    if (this.#read.size > READ_TOKENS_CACHED_MAX && oldest !== undefined) this.#read.delete(oldest);
  }
}

function toSessionClaims({ sub, ver, iat, exp, sid }: v.InferOutput<typeof Claims>): SessionClaims {
  const times = { issuedAtSeconds: iat, expiresAtSeconds: exp };
  return { userId: sub, version: ver, ...times, sessionId: sid ?? null };
}

/** Whether the session is old enough for `GET /api/auth/me` to return a new token. */
export function isHalfSpent(claims: SessionClaims, now: Date): boolean {
  return toSeconds(now) - claims.issuedAtSeconds > SESSION_LIFETIME_SECONDS / 2;
}
