import { TRASH_DAYS } from '#schema/limits.ts';
import { describeDate } from './describe-moments.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Says until when something that is deleted now can be restored: `The lesson can be restored from the audit log until 29
 * December 2026`.
 */
export function restorableUntil(what: string, place: 'trash' | 'audit log', now = new Date()): string {
  const end = new Date(now.getTime() + TRASH_DAYS * DAY_MS);
  return `${what} can be restored from the ${place} until ${describeDate(end.toISOString())}`;
}
