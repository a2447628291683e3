import { describe, expect, it } from 'vitest';
import { activationRow } from '#pwa/testing/rows.ts';
import { describeEditStatus, type Surroundings } from './edit-status.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const calm: Surroundings = {
  isOnline: true,
  hasSession: true,
  now,
  blockedBy: null,
  isWaitingForFile: false,
};
const textOf = (parts: Parameters<typeof activationRow>[2], around: Partial<Surroundings> = {}) => {
  const { label, detail } = describeEditStatus(activationRow(1, 'tides', parts), { ...calm, ...around });
  return `${label}: ${detail}`;
};
const later = '2026-11-21T08:00:30.000Z';

describe('the status of an edit', () => {
  it('contains the server’s reason after a refusal', () => {
    expect(textOf({ state: 'refused', lastProblem: 'Invalid activation code' })).toBe(
      'Refused: The server refused it: Invalid activation code',
    );
    expect(textOf({ state: 'refused' })).toMatch(/^Not sent: Another edit of the same save/);
  });

  it('needs a decision after a conflict', () => {
    const conflict = { reason: 'changed', fields: ['title'], current: {} } as const;
    expect(textOf({ state: 'refused', conflict: { ...conflict, fields: ['title'] } })).toMatch(
      /^Needs you: /,
    );
  });

  it('is paused without a session, whatever else it waits for', () => {
    expect(textOf({ state: 'paused' })).toBe('Paused: Sign in again to send it.');
    expect(textOf({ nextAttemptAt: later }, { hasSession: false })).toBe('Paused: Sign in again to send it.');
  });

  it('contains the next attempt and why the last one failed', () => {
    expect(textOf({ nextAttemptAt: later, lastStatus: 0 })).toMatch(
      /^Waiting: The server did not respond. Retrying at \d\d:\d\d:30.$/,
    );
    expect(textOf({ nextAttemptAt: later, lastStatus: 500, lastProblem: 'Something went wrong' })).toMatch(
      /^Waiting: Something went wrong. Retrying/,
    );
  });

  it('names the network that blocks it', () => {
    const parts = { nextAttemptAt: later, lastStatus: 403, lastProblem: 'Failed', isBlocked: true } as const;
    expect(textOf(parts)).toMatch(
      /^Blocked by the network: Something in this network replied in the server’s place.*403.*Retrying at/,
    );
    expect(textOf(parts, { isOnline: false })).toBe('Waiting: Sent when you are connected.');
  });

  it('never promises an attempt while offline', () => {
    expect(textOf({ nextAttemptAt: later }, { isOnline: false })).toBe(
      'Waiting: Sent when you are connected.',
    );
    expect(textOf({ state: 'sending' }, { isOnline: false })).toMatch(/^Waiting: /);
  });

  it('contains the edit or file that it waits for', () => {
    expect(textOf({ heldUntil: later })).toMatch(/^Waiting: You can undo it until/);
    expect(textOf({}, { isWaitingForFile: true })).toBe('Waiting: Sent after its file is uploaded.');
    expect(textOf({}, { blockedBy: activationRow(2, 'Stars') })).toBe('Waiting: Sent after: Unlock “Stars”.');
    expect(textOf({})).toBe('Waiting: Sent next.');
  });
});
