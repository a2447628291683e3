import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { Id } from '#schema/id.ts';
import { SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';

const ISSUER = 'carrel';
const AUDIENCE = 'carrel-app';
const TYPE = 'session+jwt';
const TOKEN_MAX_CHARACTERS = 2_048;
const READ_TOKENS_KEPT_MAX = 5_000;

const Claims = v.object({
  sub: Id,
  ver: v.pipe(v.number(), v.integer()),
  iat: v.pipe(v.number(), v.integer()),
  exp: v.pipe(v.number(), v.integer()),
});

/** What a valid token says. Whether the session still holds is decided by the user's row. */
export interface SessionClaims {
  readonly userId: string;
  /** The user's tokenVersion when the token was made. */
  readonly version: number;
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
}

/**
 * Makes and reads session tokens (contract, section 1): HS256 and nothing else, bound to issuer,
 * audience and type, so that no other token signed with the same secret passes for a session.
 */
export class Sessions {
  readonly #key: ReturnType<typeof createSecretKey>;
  /** Signatures that were checked already: the same token comes with every request of a session. */
  readonly #read = new Map<string, SessionClaims>();

  constructor(secret: Uint8Array) {
    this.#key = createSecretKey(secret);
  }

  /** A token that is valid for 30 days from `now`. */
  issue(user: { readonly id: string; readonly tokenVersion: number }, now: Date): Promise<string> {
    const issuedAt = toSeconds(now);
    return new SignJWT({ ver: user.tokenVersion })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(user.id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + SESSION_LIFETIME_SECONDS)
      .sign(this.#key);
  }

  /** The claims of a token, or null when it is forged, malformed, expired or of another kind. */
  async read(token: string, now: Date): Promise<SessionClaims | null> {
    if (token.length > TOKEN_MAX_CHARACTERS) return null;
    const known = this.#read.get(token);
    if (known !== undefined) return known.expiresAtSeconds > toSeconds(now) ? known : null;
    const claims = await this.#verify(token, now);
    if (claims !== null) this.#keep(token, claims);
    return claims;
  }

  async #verify(token: string, now: Date): Promise<SessionClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['exp', 'iat', 'sub', 'ver'],
        currentDate: now,
      });
      const { sub, ver, iat, exp } = v.parse(Claims, payload);
      return { userId: sub, version: ver, issuedAtSeconds: iat, expiresAtSeconds: exp };
    } catch {
      return null;
    }
  }

  #keep(token: string, claims: SessionClaims): void {
    const oldest = this.#read.keys().next().value;
    if (this.#read.size >= READ_TOKENS_KEPT_MAX && oldest !== undefined) this.#read.delete(oldest);
    this.#read.set(token, claims);
  }
}

/** Whether so much of a session is spent that `GET /api/auth/me` answers with a fresh token. */
export function isHalfSpent(claims: SessionClaims, now: Date): boolean {
  return toSeconds(now) - claims.issuedAtSeconds > SESSION_LIFETIME_SECONDS / 2;
}

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);
