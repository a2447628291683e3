import type { ErrorCode } from '#schema/messages/errors.ts';

/** A stored code and its course. */
export interface CodeRow {
  readonly courseId: string;
  readonly title: string;
  readonly status: string;
  /** Whether no use is left. */
  readonly isUsedUp: boolean;
  /** Whether the caller has redeemed it, also if they lost the access since. */
  readonly isRedeemed: boolean;
  /** When the code or its batch was revoked. */
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

interface Redeeming {
  /** The courses that the caller has activated. */
  readonly activated: readonly string[];
  /** ISO time. */
  readonly at: string;
}

/** The result of a code that was sent without its course. */
export type Choice =
  | { readonly kind: 'take' | 'already'; readonly row: CodeRow }
  | { readonly kind: 'refuse'; readonly code: ErrorCode };

/**
 * Returns the course that a code unlocks. Codes are unique within a course only, so several courses may have
 * the same text: the one whose code is free is chosen; if several are free, the caller must name the course.
 * A rejection reveals no more than the activation of a single course does, and nothing about unpublished
 * courses.
 */
export function chooseCourse(rows: readonly CodeRow[], { activated, at }: Redeeming): Choice {
  const isFree = (row: CodeRow) =>
    !row.isUsedUp &&
    !row.isRedeemed &&
    row.revokedAt === null &&
    (row.expiresAt === null || row.expiresAt > at);
  const isMine = ({ courseId }: CodeRow) => activated.includes(courseId);
  const published = rows.filter(({ status }) => status === 'published');
  const [free, ...others] = published.filter((row) => isFree(row) && !isMine(row));
  if (free !== undefined) {
    return others.length > 0 ? { kind: 'refuse', code: 'code_ambiguous' } : { kind: 'take', row: free };
  }
  // Lifetime access: includes courses that are no longer offered.
  const mine = rows.find((row) => isMine(row) && (row.isRedeemed || isFree(row)));
  return mine === undefined ? { kind: 'refuse', code: reasonOf(published) } : { kind: 'already', row: mine };
}

/** In the order of the checks for a single course. */
function reasonOf(rows: readonly CodeRow[]): ErrorCode {
  if (rows.some(({ isUsedUp, isRedeemed }) => isUsedUp || isRedeemed)) return 'code_used';
  if (rows.some(({ revokedAt }) => revokedAt !== null)) return 'code_revoked';
  return rows.length > 0 ? 'code_expired' : 'code_invalid';
}
