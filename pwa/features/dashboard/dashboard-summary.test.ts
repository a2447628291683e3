import { describe, expect, test } from 'vitest';
import { describeAgo } from '#pwa/ui/format/describe-ago.ts';
import { describeDashboard, firstName, type SyncSummary } from './dashboard-summary.ts';

const now = Date.UTC(2026, 10, 21, 12);
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const sync = (kind: SyncSummary['kind'], more: Partial<SyncSummary> = {}): SyncSummary => ({
  kind,
  unsent: 0,
  drafts: 0,
  refused: 0,
  lastSentAt: null,
  ...more,
});

describe('the dashboard summary', () => {
  test('counts courses and lessons that work offline, and says when everything was synced', () => {
    const summary = sync('sent', { lastSentAt: ago(3) });
    expect(describeDashboard({ courses: 2, offline: { ready: 9, lessons: 12 }, sync: summary, now })).toBe(
      '2 courses · 9 of 12 lessons work offline · everything synced 3 min ago',
    );
  });

  test('does not claim a sync that never happened', () => {
    expect(
      describeDashboard({ courses: 1, offline: { ready: 0, lessons: 4 }, sync: sync('sent'), now }),
    ).toBe('1 course · 0 of 4 lessons work offline');
    expect(describeDashboard({ courses: 0, offline: null, sync: sync('sent'), now })).toBe('0 courses');
  });

  test.each([
    ['offline', {}, 'offline, all sent'],
    ['offline', { drafts: 1 }, 'offline, 1 draft on this device only'],
    ['drafts', { drafts: 2 }, '2 drafts on this device only'],
    ['waiting', { unsent: 1 }, '1 change waiting to sync'],
    ['sending', { unsent: 4 }, 'sending 4 changes'],
    ['paused', { unsent: 2 }, 'sign in again to send 2 changes'],
    ['needsYou', { unsent: 3, refused: 1 }, '1 change needs you'],
    ['needsYou', { unsent: 3, refused: 2 }, '2 changes need you'],
  ] as const)('says whether work is unsent: %s', (kind, more, summary) => {
    const line = describeDashboard({
      courses: 1,
      offline: { ready: 1, lessons: 1 },
      sync: sync(kind, more),
      now,
    });
    expect(line).toBe(`1 course · 1 of 1 lesson works offline · ${summary}`);
  });
});

test.each([
  [0, 'just now'],
  [-5, 'just now'],
  [59, '59 min ago'],
  [60, '1 h ago'],
  [60 * 24, 'yesterday'],
  [60 * 24 * 3, '3 days ago'],
])('%d minutes ago is formatted as %s', (minutes, text) => {
  expect(describeAgo(ago(minutes), now)).toBe(text);
});

test('users are addressed by their first name', () => {
  expect(firstName('  Alice Liddell ')).toBe('Alice');
  expect(firstName('')).toBe('');
});
