import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOTIFY_DELAY_MS, PendingEdit } from './pending-edit.ts';

describe('a pending edit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function typing(given: string) {
    const notified: string[] = [];
    let reads = 0;
    const edit = new PendingEdit(given, (html) => notified.push(html));
    const type = (text: string) =>
      edit.note(() => {
        reads += 1;
        return text;
      });
    return { edit, notified, type, countReads: () => reads };
  }

  it('reports nothing when nothing was typed', () => {
    const { edit, notified } = typing('a');
    edit.flush();
    vi.runAllTimers();
    expect(notified).toEqual([]);
  });

  it('serialises once for many keystrokes, within the delay even when typing does not stop', () => {
    const { notified, type, countReads } = typing('');
    for (let key = 1; key <= 10; key += 1) {
      type('x'.repeat(key));
      vi.advanceTimersByTime(NOTIFY_DELAY_MS / 5);
    }
    expect(notified).toEqual(['x', 'xxxxx', 'xxxxxxxxxx']);
    expect(countReads()).toBe(3);
  });

  it('is reported at once when flushed, and only once', () => {
    const { edit, notified, type } = typing('a');
    type('ab');
    type('abc');
    edit.flush();
    vi.runAllTimers();
    expect(notified).toEqual(['ab', 'abc']);
  });

  it('reports a first keystroke before the text of another user can arrive', () => {
    const { notified, type } = typing('a');
    type('ab');
    expect(notified).toEqual(['ab']);
    vi.advanceTimersByTime(NOTIFY_DELAY_MS);
    type('abc');
    expect(notified).toEqual(['ab', 'abc']);
  });

  it('is not reported again when the text is unchanged in the end', () => {
    const { edit, notified, type } = typing('a');
    type('ab');
    type('abc');
    type('ab');
    edit.flush();
    expect(notified).toEqual(['ab']);
  });

  it('reports the first text again when the user returns to it', () => {
    const { edit, notified, type } = typing('a');
    type('ab');
    edit.flush();
    type('a');
    edit.flush();
    expect(notified).toEqual(['ab', 'a']);
  });

  it('recognises its own text when it comes back late', () => {
    const { edit, type } = typing('a');
    type('ab');
    edit.flush();
    type('abc');
    edit.flush();
    expect(edit.applyExternal('ab')).toBe(false);
    expect(edit.applyExternal('somebody else’s')).toBe(true);
    expect(edit.latest).toBe('somebody else’s');
  });

  it('ignores external text while typing is pending', () => {
    const { edit, type } = typing('a');
    type('ab');
    type('abc');
    expect(edit.applyExternal('somebody else’s')).toBe(false);
  });

  it('applies known text if it was undone, but not while typing is pending', () => {
    const { edit, type } = typing('a');
    type('ab');
    type('abc');
    expect(edit.replace('a')).toBe(false);
    edit.flush();
    expect(edit.replace('abc')).toBe(false);
    expect(edit.applyExternal('a')).toBe(false);
    expect(edit.replace('a')).toBe(true);
    expect(edit.latest).toBe('a');
  });
});
