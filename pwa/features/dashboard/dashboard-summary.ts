import { describeLessonsOffline } from '#pwa/offline/readiness/readiness-text.ts';
import { describeAgo } from '#pwa/ui/format/describe-ago.ts';
import { countOf } from '#schema/messages/count.ts';
import type { LessonsOffline } from './dashboard-model.ts';

/** The part of the sync status that the summary shows. */
export interface SyncSummary {
  readonly kind: 'offline' | 'waiting' | 'sending' | 'drafts' | 'sent' | 'paused' | 'needsYou';
  readonly unsent: number;
  readonly drafts: number;
  readonly refused: number;
  readonly lastSentAt: string | null;
}

interface DashboardFacts {
  readonly courses: number;
  /** Null while it is read. */
  readonly offline: LessonsOffline | null;
  readonly sync: SyncSummary;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Formats the summary: `2 courses · 9 of 12 lessons work offline · everything synced 3 min ago`. */
export function describeDashboard({ courses, offline, sync, now }: DashboardFacts): string {
  const parts = [countOf(courses, 'course')];
  if (offline !== null && offline.lessons > 0)
    parts.push(describeLessonsOffline(offline.ready, offline.lessons));
  const text = describeSync(sync, now);
  if (text !== null) parts.push(text);
  return parts.join(' · ');
}

/** The sync part of the summary; null if nothing is known yet. */
function describeSync(
  { kind, unsent, drafts, refused, lastSentAt }: SyncSummary,
  now: number,
): string | null {
  const draftsHere = `${countOf(drafts, 'draft')} on this device only`;
  switch (kind) {
    case 'sent':
      return lastSentAt === null ? null : `everything synced ${describeAgo(lastSentAt, now)}`;
    case 'offline':
      return `offline, ${drafts > 0 ? draftsHere : 'all sent'}`;
    case 'drafts':
      return draftsHere;
    case 'waiting':
      return `${countOf(unsent, 'change')} waiting to sync`;
    case 'sending':
      return `sending ${countOf(unsent, 'change')}`;
    case 'paused':
      return `sign in again to send ${countOf(unsent, 'change')}`;
    case 'needsYou':
      return refused > 0 ? `${countOf(refused, 'change')} ${refused === 1 ? 'needs' : 'need'} you` : null;
  }
}

/** The first word of a name. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
