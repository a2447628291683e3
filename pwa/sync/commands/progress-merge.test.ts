import { describe, expect, it } from 'vitest';
import { completion, position } from '#pwa/testing/rows.ts';
import { applyProgress, emptyProgress } from '#schema/learning/progress.ts';
import { mergeAckedProgress, nextTimestamp, revertProgress } from './progress-merge.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const days = 24 * 60 * 60_000;
const at = (ms: number) => new Date(now + ms).toISOString();
const rowOf = (...entries: Parameters<typeof applyProgress>[1][]) =>
  entries.reduce(applyProgress, emptyProgress('l1'));

describe('the time of an edit', () => {
  it('is the device’s clock', () => {
    expect(nextTimestamp(emptyProgress('l1'), now)).toBe(at(0));
  });

  it('is after the last entry of the lesson, even if the clock was set back ten years', () => {
    const stored = rowOf(completion('l1', at(0)), position('l1', 10, at(500)));
    expect(nextTimestamp(stored, now - 3_650 * days)).toBe(at(501));
  });
});

describe('a lesson after the server’s response', () => {
  it('takes the server’s value of what was sent, although its clamped time is earlier', () => {
    const sent = completion('l1', at(3 * days));
    const theirs = rowOf(completion('l1', at(0)));
    expect(mergeAckedProgress(rowOf(sent), [sent], theirs)).toEqual(theirs);
  });

  it('retains what was done while the request was under way', () => {
    const sent = position('l1', 10, at(0));
    const since = position('l1', 25, at(900));
    expect(mergeAckedProgress(rowOf(sent, since), [sent], rowOf(sent))).toEqual(rowOf(sent, since));
  });

  it('takes a later value from another device', () => {
    const sent = position('l1', 10, at(0));
    const theirs = rowOf(position('l1', 99, at(50)));
    expect(mergeAckedProgress(rowOf(sent), [sent], theirs)).toEqual(theirs);
  });
});

describe('a lesson after its unsent entry was discarded', () => {
  it('reverts what only that entry recorded', () => {
    const merged = position('l1', 40, at(0));
    const discarded = completion('l1', at(900));
    expect(revertProgress(rowOf(merged, discarded), [discarded])).toEqual(rowOf(merged));
  });
});
