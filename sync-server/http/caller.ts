import type { RequiredStep } from '#schema/account/required-step.ts';
import type { Role } from '#schema/account/user.ts';
import type { IssuedSession } from '../sessions/session-queries.ts';
import type { SessionClaims } from '../sessions/sessions.ts';

/**
 * The sender of a request: read from the database each time, so a change of role or password takes effect at
 * once.
 */
export interface Caller {
  readonly id: string;
  readonly role: Role;
  readonly tokenVersion: number;
  readonly mustChangePassword: 0 | 1;
  /** The step that the account must complete before any other call. */
  readonly requiredStep: RequiredStep | null;
  readonly claims: SessionClaims;
  /** Null for a token without a row, which only exists while the disk is full. */
  readonly session: IssuedSession | null;
}
