import * as v from 'valibot';
import { Id, Instant } from '#schema/id.ts';
import { Seal } from './seal.ts';

const Claims = v.object({ courseId: Id, code: v.string(), at: Instant, epoch: v.string() });

/** The statement of a proof about an activation. */
export type ActivationClaims = v.InferOutput<typeof Claims>;

/**
 * Proofs that a user unlocked a course, which devices hold (docs/why/restore.md): a database restored from an
 * earlier backup unlocks it again. Sealed for the user, so no other user can show one, and the code in it stays
 * unreadable.
 */
export class ActivationProofs {
  readonly #seal: Seal;

  constructor(secret: Uint8Array) {
    this.#seal = new Seal(secret, 'carrel activation proofs');
  }

  issue(userId: string, claims: ActivationClaims): string {
    return this.#seal.seal(userId, JSON.stringify(claims));
  }

  /** Null when this server did not issue it for this user. */
  read(userId: string, proof: string): ActivationClaims | null {
    const text = this.#seal.open(userId, proof);
    const claims = text === null ? null : v.safeParse(Claims, JSON.parse(text));
    return claims?.success ? claims.output : null;
  }
}
