import { describe, expect, it } from 'vitest';
import type { SyncStatus } from '#pwa/sync/status/status.ts';
import { syncAnnouncement, syncSentence, syncText } from './sync-text.ts';

const status = (over: Partial<SyncStatus>): SyncStatus => ({
  kind: 'sent',
  unsent: 0,
  drafts: 0,
  refused: 0,
  decisions: 0,
  lost: 0,
  isStuck: false,
  isIntercepted: false,
  lastSentAt: null,
  ...over,
});
const label = (over: Partial<SyncStatus>, isKnown = true) => syncText(status(over), isKnown)?.label ?? null;

describe('the sync chip', () => {
  it('has a label for each state', () => {
    expect(label({ kind: 'offline' })).toBe('Offline');
    expect(syncText(status({ kind: 'waiting', unsent: 3 }), true)).toMatchObject({
      label: '3 waiting',
      wide: 'to sync',
    });
    expect(label({ kind: 'sending', unsent: 1 })).toBe('Sending…');
    expect(label({ kind: 'drafts', drafts: 2 })).toBe('2 drafts');
    expect(label({ kind: 'sent', lastSentAt: '2026-11-21T08:00:00.000Z' })).toBe('All sent');
    expect(label({ kind: 'paused', unsent: 1 })).toBe('Paused: sign in');
    expect(label({ kind: 'needsYou', unsent: 1, refused: 1 })).toBe('Needs you');
  });

  it('does not claim that all is sent before anything was sent', () => {
    expect(label({ kind: 'sent', lastSentAt: null })).toBeNull();
  });

  it('names a network that replies in the server’s place', () => {
    const intercepted = { kind: 'offline', isIntercepted: true } as const;
    expect(label(intercepted)).toBe('Network sign-in');
  });

  it('shows visitors only that they are offline', () => {
    expect(label({ kind: 'offline' }, false)).toBe('Offline');
    for (const kind of ['waiting', 'sending', 'sent', 'paused', 'needsYou'] as const)
      expect(label({ kind, unsent: 2, lastSentAt: '2026-11-21T08:00:00.000Z' }, false)).toBeNull();
  });
});

describe('the sync sentence', () => {
  it('counts unsent changes, singular and plural', () => {
    expect(syncSentence(status({ kind: 'waiting', unsent: 1 }))).toMatch(/^1 change is saved on this device/);
    expect(syncSentence(status({ kind: 'paused', unsent: 4 }))).toMatch(
      /^4 changes are saved on this device/,
    );
  });

  it('says in every state that drafts are on this device only', () => {
    expect(syncText(status({ kind: 'drafts', drafts: 2 }), true)?.wide).toBe('on this device only');
    expect(syncSentence(status({ kind: 'drafts', drafts: 1 }))).toMatch(/1 draft is on this device only/);
    expect(syncSentence(status({ kind: 'waiting', unsent: 1, drafts: 2 }))).toMatch(
      /^1 change is saved .* 2 drafts are on this device only/,
    );
  });

  it('reports changes that the browser lost', () => {
    expect(syncSentence(status({ kind: 'needsYou', lost: 2 }))).toMatch(/^2 unsent changes were lost/);
  });
});

describe('the live region', () => {
  const heard = (before: SyncStatus['kind'], after: SyncStatus['kind']) =>
    syncAnnouncement(status({ kind: before, unsent: 1 }), status({ kind: after, unsent: 1 }));

  it('announces the loss of the connection and its return', () => {
    expect(heard('sent', 'offline')).toMatch(/You are offline/);
    expect(heard('offline', 'sent')).toMatch(/connected again/);
  });

  it('announces waiting, paused and refused changes', () => {
    expect(heard('sending', 'waiting')).toMatch(/saved on this device/);
    expect(heard('waiting', 'paused')).toMatch(/Sign in again/);
    expect(heard('sending', 'needsYou')).toMatch(/refused/);
    expect(heard('waiting', 'sent')).toMatch(/have been sent/);
  });

  it('does not announce the sending of every lesson', () => {
    expect(heard('sent', 'sending')).toBeNull();
    expect(heard('sending', 'sent')).toBeNull();
    expect(heard('waiting', 'waiting')).toBeNull();
    expect(heard('sent', 'drafts')).toBeNull();
    expect(heard('drafts', 'sent')).toBeNull();
  });
});
