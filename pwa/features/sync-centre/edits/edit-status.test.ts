import { describe, expect, it } from 'vitest';
import { activationRow } from '../../../testing/rows.ts';
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
    expect(textOf({ state: 'refused' })).toMatch(/^Set aside: It was saved together/);
  });

  it('needs a decision after a conflict', () => {
    const conflict = { reason: 'changed', fields: ['title'], current: {} } as const;
    expect(textOf({ state: 'refused', conflict: { ...conflict, fields: ['title'] } })).toMatch(
      /^Needs you: /,
    );
  });

  it('is paused without a session, whatever else it waits for', () => {
    expect(textOf({ state: 'paused' })).toBe('Paused: Sign in again, and it is sent.');
    expect(textOf({ nextAttemptAt: later }, { hasSession: false })).toBe(
      'Paused: Sign in again, and it is sent.',
    );
  });

  it('contains the next attempt and why the last one failed', () => {
    expect(textOf({ nextAttemptAt: later, lastStatus: 0 })).toMatch(
      /^Waiting: The server did not answer. Next try at \d\d:\d\d:30.$/,
    );
    expect(textOf({ nextAttemptAt: later, lastStatus: 500, lastProblem: 'Something went wrong' })).toMatch(
      /^Waiting: Something went wrong. Next try/,
    );
  });

  it('never promises an attempt while offline', () => {
    expect(textOf({ nextAttemptAt: later }, { isOnline: false })).toBe(
      'Waiting: It is sent as soon as there is a connection.',
    );
    expect(textOf({ state: 'sending' }, { isOnline: false })).toMatch(/^Waiting: /);
  });

  it('contains the edit or file that it waits for', () => {
    expect(textOf({ heldUntil: later })).toMatch(/^Held: It can be taken back until/);
    expect(textOf({}, { isWaitingForFile: true })).toBe('Waiting: It goes once its file has been uploaded.');
    expect(textOf({}, { blockedBy: activationRow(2, 'Stars') })).toBe(
      'Waiting: It goes after: Unlock “Stars”.',
    );
    expect(textOf({})).toBe('Waiting: It is sent next.');
  });
});
