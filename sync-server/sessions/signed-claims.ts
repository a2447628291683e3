import { webcrypto } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

const ISSUER = 'carrel';
const TOKEN_MAX_CHARACTERS = 2_048;
/** The algorithm of HS256 (RFC 7518, section 3.2). */
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** Distinguishes one kind of token from the others signed with the same secret. */
interface TokenKind<Schema extends v.GenericSchema> {
  readonly audience: string;
  readonly type: string;
  readonly claims: Schema;
  readonly requiredClaims: string[];
  readonly lifetimeSeconds: number;
}

/**
 * Creates and verifies tokens of one kind: HS256 only, bound to issuer, audience and type, so a token of
 * another kind is never accepted.
 */
export class SignedClaims<Schema extends v.GenericSchema> {
  /** Imported once: jose would import a key of another form for each token. */
  readonly #key: Promise<webcrypto.CryptoKey>;
  readonly #kind: TokenKind<Schema>;

  constructor(secret: Uint8Array, kind: TokenKind<Schema>) {
    this.#key = webcrypto.subtle.importKey('raw', secret, HMAC, false, ['sign', 'verify']);
    this.#kind = kind;
  }

  /** @param until upper limit of the expiry, where it is before the end of the kind's lifetime */
  async sign(
    subject: string,
    claims: Readonly<Record<string, unknown>>,
    now: Date,
    until?: Date,
  ): Promise<string> {
    const { audience, type, lifetimeSeconds } = this.#kind;
    const issuedAt = toSeconds(now);
    const expiresAt = Math.min(
      issuedAt + lifetimeSeconds,
      until ? toSeconds(until) : Number.POSITIVE_INFINITY,
    );
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: type })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(await this.#key);
  }

  /** Returns the claims of a token, or null when it is forged, malformed, expired or of another kind. */
  async read(token: string, now: Date): Promise<v.InferOutput<Schema> | null> {
    if (token.length > TOKEN_MAX_CHARACTERS) return null;
    const { audience, type, claims, requiredClaims } = this.#kind;
    try {
      const { payload } = await jwtVerify(token, await this.#key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience,
        typ: type,
        requiredClaims,
        currentDate: now,
      });
      return v.parse(claims, payload);
    } catch {
      return null;
    }
  }
}

export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);
