import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#schema/limits.ts';
import type { SecondFactorSecret } from '#schema/second-factor.ts';
import { Seal } from '../seal.ts';

const PERIOD_SECONDS = 30;
/** RFC 4226 recommends 160 bits; with SHA-1, six digits and 30 seconds every authenticator app agrees. */
const SECRET_BYTES = 20;
/** One step earlier or later: apps on phones whose clock is off by less than half a minute work. */
const WINDOW_STEPS = 1;
/** 120 bits: nobody guesses them, so that a plain hash hides them (ASVS 6.5.2 asks for 112). */
const RECOVERY_CODE_BYTES = 15;
const GROUP = /.{4}(?=.)/g;

interface Owner {
  readonly userId: string;
  readonly email: string;
}

/** Makes the secrets of two-step sign-in, and the forms in which the database stores them. */
export class SecondFactorSecrets {
  readonly #seal: Seal;

  constructor(secret: Uint8Array) {
    this.#seal = new Seal(secret, 'carrel second factor');
  }

  /** A new secret for an authenticator app, and its sealed form, which opens for this user only. */
  makeSecret({ userId, email }: Owner): SecondFactorSecret & { readonly sealedSecret: string } {
    const secret = new Secret({ size: SECRET_BYTES });
    const uri = totpOf(secret, email).toString();
    return { secret: secret.base32, uri, sealedSecret: this.#seal.seal(userId, secret.base32) };
  }

  /** The time step that a code of the app belongs to; null when it belongs to none of those accepted now. */
  findStep(factor: { readonly userId: string; readonly sealedSecret: string }, code: string, now: Date) {
    const base32 = this.#seal.open(factor.userId, factor.sealedSecret);
    if (base32 === null) return null;
    const timestamp = now.getTime();
    const totp = totpOf(Secret.fromBase32(base32));
    const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
    return delta === null ? null : totp.counter({ timestamp }) + delta;
  }

  /** Ten codes for those who have lost their app, in groups of four characters. */
  makeRecoveryCodes(): string[] {
    return Array.from({ length: RECOVERY_CODES }, () => {
      const { buffer } = Uint8Array.from(randomBytes(RECOVERY_CODE_BYTES));
      return new Secret({ buffer }).base32.replace(GROUP, '$&-');
    });
  }

  /** @param code as `normalizeSecondFactor` returns it */
  hashRecoveryCode(userId: string, code: string): string {
    return createHash('sha256').update(`${userId}\n${code}`).digest('base64url');
  }
}

function totpOf(secret: Secret, label = ''): TOTP {
  return new TOTP({ issuer: 'Carrel', label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret });
}
