import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingEdit, TELL_AFTER_MS } from './pending-edit.ts';

describe('telling what was typed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function typing(given: string) {
    const told: string[] = [];
    let reads = 0;
    const edit = new PendingEdit(given, (html) => told.push(html));
    const type = (text: string) =>
      edit.note(() => {
        reads += 1;
        return text;
      });
    return { edit, told, type, countReads: () => reads };
  }

  it('tells nothing when nothing was typed', () => {
    const { edit, told } = typing('a');
    edit.flush();
    vi.runAllTimers();
    expect(told).toEqual([]);
  });

  it('writes once for many keys, and never later than the promise even when typing does not stop', () => {
    const { told, type, countReads } = typing('');
    for (let key = 1; key <= 10; key += 1) {
      type('x'.repeat(key));
      vi.advanceTimersByTime(TELL_AFTER_MS / 5);
    }
    expect(told).toEqual(['xxxxx', 'xxxxxxxxxx']);
    expect(countReads()).toBe(2);
  });

  it('tells at once when flushed, and not again afterwards', () => {
    const { edit, told, type } = typing('a');
    type('ab');
    edit.flush();
    vi.runAllTimers();
    expect(told).toEqual(['ab']);
  });

  it('does not tell an edit that came to nothing', () => {
    const { edit, told, type } = typing('a');
    type('ab');
    type('a');
    edit.flush();
    expect(told).toEqual([]);
  });

  it('tells the first text again when one comes back to it', () => {
    const { edit, told, type } = typing('a');
    type('ab');
    edit.flush();
    type('a');
    edit.flush();
    expect(told).toEqual(['ab', 'a']);
  });

  it('knows its own words when they come back late', () => {
    const { edit, type } = typing('a');
    type('ab');
    edit.flush();
    type('abc');
    edit.flush();
    expect(edit.takeUp('ab')).toBe(false);
    expect(edit.takeUp('somebody else’s')).toBe(true);
    expect(edit.latest).toBe('somebody else’s');
  });

  it('takes no news while something typed has not been told', () => {
    const { edit, type } = typing('a');
    type('ab');
    expect(edit.takeUp('somebody else’s')).toBe(false);
  });

  it('but takes up what it knows when that was undone, and not under typing', () => {
    const edit = new PendingEdit('a', () => undefined);
    edit.note(() => 'ab');
    expect(edit.bring('a')).toBe(false);
    edit.flush();
    expect(edit.bring('ab')).toBe(false);
    expect(edit.takeUp('a')).toBe(false);
    expect(edit.bring('a')).toBe(true);
    expect(edit.latest).toBe('a');
  });
});
