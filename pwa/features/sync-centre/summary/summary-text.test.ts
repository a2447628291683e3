import { describe, expect, it } from 'vitest';
import type { SyncStatus } from '#pwa/sync/status/status.ts';
import { describeImport } from './describe-import.ts';
import { summarize } from './summary-text.ts';

const status = (over: Partial<SyncStatus>): SyncStatus => ({
  ...{
    kind: 'sent',
    unsent: 0,
    drafts: 0,
    refused: 0,
    decisions: 0,
    lost: 0,
    isStuck: false,
    lastSentAt: null,
  },
  isIntercepted: false,
  ...over,
});

describe('the summary', () => {
  it('counts unsent edits, and says that they are safe', () => {
    expect(summarize(status({ kind: 'waiting', unsent: 1 }), true)).toMatchObject({
      title: '1 edit waiting to sync',
      text: expect.stringContaining('even if you close Carrel'),
    });
    expect(summarize(status({ kind: 'waiting', unsent: 3 }), false).text).toContain('when you are connected');
  });

  it('counts the edits that need a decision, not the waiting ones', () => {
    expect(summarize(status({ kind: 'needsYou', unsent: 5, refused: 4, decisions: 2 }), true).title).toBe(
      '2 edits need you',
    );
  });

  it('never says that all is sent while a draft is on this device only', () => {
    expect(summarize(status({ kind: 'drafts', drafts: 2 }), true).title).toBe('2 drafts on this device only');
    expect(summarize(status({ kind: 'offline', drafts: 1 }), false).title).toBe(
      'Offline, 1 draft on this device only',
    );
  });

  it('never says that all is sent while an edit is unsent', () => {
    for (const kind of ['waiting', 'sending', 'paused', 'needsYou'] as const)
      expect(summarize(status({ kind, unsent: 1, refused: 1, decisions: 1 }), true).title).not.toMatch(
        /sent$/,
      );
  });
});

describe('the result of an import', () => {
  it('contains counts, without those that are zero', () => {
    const nothing = { added: 0, known: 0, foreign: 0, drafts: 0, draftsLeft: 0 };
    expect(describeImport({ ...nothing, added: 2 })).toBe('2 edits added, 0 already on this device.');
    expect(describeImport({ ...nothing, known: 1, foreign: 1, drafts: 1, draftsLeft: 2 })).toBe(
      '0 edits added, 1 already on this device, 1 skipped, because they belong to another person or cannot be read, 1 draft added, 2 drafts skipped, because a newer draft may be on this device.',
    );
  });
});
