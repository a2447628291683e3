import { describe, expect, it } from 'vitest';
import { activationRow } from '../../testing/rows.ts';
import { describeStanding, type Surroundings } from './edit-standing.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const calm: Surroundings = {
  isOnline: true,
  hasSession: true,
  now,
  behind: null,
  isWaitingForFile: false,
};
const said = (parts: Parameters<typeof activationRow>[2], around: Partial<Surroundings> = {}) => {
  const { label, words } = describeStanding(activationRow(1, 'tides', parts), { ...calm, ...around });
  return `${label}: ${words}`;
};
const later = '2026-11-21T08:00:30.000Z';

describe('the status of an edit', () => {
  it('contains the server’s reason after a refusal', () => {
    expect(said({ state: 'refused', lastProblem: 'Invalid activation code' })).toBe(
      'Refused: The server refused it: Invalid activation code',
    );
    expect(said({ state: 'refused' })).toMatch(/^Set aside: It was saved together/);
  });

  it('needs a decision after a conflict', () => {
    const conflict = { reason: 'changed', fields: ['title'], current: {} } as const;
    expect(said({ state: 'refused', conflict: { ...conflict, fields: ['title'] } })).toMatch(/^Needs you: /);
  });

  it('is paused without a session, whatever else it waits for', () => {
    expect(said({ state: 'paused' })).toBe('Paused: Sign in again, and it is sent.');
    expect(said({ nextAttemptAt: later }, { hasSession: false })).toBe(
      'Paused: Sign in again, and it is sent.',
    );
  });

  it('contains the next attempt and why the last one failed', () => {
    expect(said({ nextAttemptAt: later, lastStatus: 0 })).toMatch(
      /^Waiting: The server did not answer. Next try at \d\d:\d\d:30.$/,
    );
    expect(said({ nextAttemptAt: later, lastStatus: 500, lastProblem: 'Something went wrong' })).toMatch(
      /^Waiting: Something went wrong. Next try/,
    );
  });

  it('never promises an attempt while offline', () => {
    expect(said({ nextAttemptAt: later }, { isOnline: false })).toBe(
      'Waiting: It is sent as soon as there is a connection.',
    );
    expect(said({ state: 'sending' }, { isOnline: false })).toMatch(/^Waiting: /);
  });

  it('contains the edit or file that it waits for', () => {
    expect(said({ heldUntil: later })).toMatch(/^Held: It can be taken back until/);
    expect(said({}, { isWaitingForFile: true })).toBe('Waiting: It goes once its file has been uploaded.');
    expect(said({}, { behind: activationRow(2, 'Stars') })).toBe('Waiting: It goes after: Unlock “Stars”.');
    expect(said({})).toBe('Waiting: It is sent next.');
  });
});
