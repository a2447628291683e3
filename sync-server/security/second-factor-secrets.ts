import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SecondFactorSecret } from '#schema/account/second-factor.ts';
import { RECOVERY_CODES } from '#schema/limits.ts';
import { Seal } from './seal.ts';

const PERIOD_SECONDS = 30;
/** RFC 4226 recommends 160 bits; every authenticator app supports SHA-1, six digits and 30 seconds. */
const SECRET_BYTES = 20;
/** One step earlier or later: codes of a phone whose clock is off by less than half a minute are accepted. */
const WINDOW_STEPS = 1;
/** 120 bits are unguessable, so a plain hash is enough (ASVS 6.5.2 requires 112). */
const RECOVERY_CODE_BYTES = 15;
const GROUP = /.{4}(?=.)/g;

interface Owner {
  readonly userId: string;
  readonly email: string;
}

/** Creates the secrets of two-step sign-in, and their stored forms. */
export class SecondFactorSecrets {
  readonly #seal: Seal;

  constructor(secret: Uint8Array) {
    this.#seal = new Seal(secret, 'carrel second factor');
  }

  /**
   * Returns a new secret for an authenticator app, and its encrypted form, which can be decrypted for this
   * user only.
   */
  makeSecret({ userId, email }: Owner): SecondFactorSecret & { readonly sealedSecret: string } {
    const secret = new Secret({ size: SECRET_BYTES });
    const uri = totpOf(secret, email).toString();
    return { secret: secret.base32, uri, sealedSecret: this.#seal.seal(userId, secret.base32) };
  }

  /** Returns the time step of a code of the app; null when it matches none of those accepted now. */
  findStep(factor: { readonly userId: string; readonly sealedSecret: string }, code: string, now: Date) {
    const base32 = this.#seal.open(factor.userId, factor.sealedSecret);
    if (base32 === null) return null;
    const timestamp = now.getTime();
    const totp = totpOf(Secret.fromBase32(base32));
    const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
    return delta === null ? null : totp.counter({ timestamp }) + delta;
  }

  /** Returns ten codes for users who have lost their app, in groups of four characters. */
  makeRecoveryCodes(): string[] {
    return Array.from({ length: RECOVERY_CODES }, () => {
      const { buffer } = Uint8Array.from(randomBytes(RECOVERY_CODE_BYTES));
      return new Secret({ buffer }).base32.replace(GROUP, '$&-');
    });
  }

  /** @param code as returned by `normalizeSecondFactor` */
  hashRecoveryCode(userId: string, code: string): string {
    return createHash('sha256').update(`${userId}\n${code}`).digest('base64url');
  }
}

function totpOf(secret: Secret, label = ''): TOTP {
  return new TOTP({ issuer: 'Carrel', label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret });
}
