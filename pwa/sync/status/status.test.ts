import { describe, expect, it } from 'vitest';
import { describeStatus, NO_COUNTS, type StatusInput } from './status.ts';

const calm: StatusInput = { ...NO_COUNTS, lost: 0, isOnline: true, hasSession: true };
const kindOf = (parts: Partial<StatusInput>) => describeStatus({ ...calm, ...parts }).kind;

describe('the status', () => {
  it('is sent when nothing waits, and offline when nothing waits and there is no connection', () => {
    expect(kindOf({})).toBe('sent');
    expect(kindOf({ isOnline: false })).toBe('offline');
  });

  it('is drafts when nothing waits but drafts are on this device only', () => {
    expect(kindOf({ drafts: 2 })).toBe('drafts');
    expect(kindOf({ drafts: 2, unsent: 1 })).toBe('waiting');
    expect(kindOf({ drafts: 2, isOnline: false })).toBe('offline');
  });

  it('is sending only while a request is under way', () => {
    expect(kindOf({ unsent: 2, sending: 1 })).toBe('sending');
    expect(kindOf({ unsent: 2 })).toBe('waiting');
    expect(kindOf({ unsent: 2, sending: 1, isOnline: false })).toBe('waiting');
  });

  it('is paused when work waits for the same user’s login', () => {
    expect(kindOf({ unsent: 2, hasSession: false })).toBe('paused');
    expect(kindOf({ hasSession: false })).toBe('sent');
  });

  it.each([{ refused: 1, unsent: 3 }, { lost: 2 }])('prefers needsYou to all others: %j', (parts) => {
    expect(kindOf({ ...parts, isOnline: false, hasSession: false })).toBe('needsYou');
  });
});
