import { describe, expect, it } from 'vitest';
import { completion, position, progressRow, progressRowOf } from '#pwa/testing/rows.ts';
import { applyProgress, emptyProgress } from '#schema/learning/progress.ts';
import { findOpenProgress, mergeEntries, nextTimestamp } from './coalesce.ts';

const t1 = '2026-11-21T08:00:01.000Z';
const t2 = '2026-11-21T08:00:02.000Z';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const days = 24 * 60 * 60_000;
const at = (ms: number) => new Date(now + ms).toISOString();

describe('the time of an edit', () => {
  it('is the device’s clock', () => {
    expect(nextTimestamp(emptyProgress('l1'), now)).toBe(at(0));
  });

  it('is after the last entry of the lesson, even if the clock was set back ten years', () => {
    const stored = [completion('l1', at(0)), position('l1', 10, at(500))].reduce(
      applyProgress,
      emptyProgress('l1'),
    );
    expect(nextTimestamp(stored, now - 3_650 * days)).toBe(at(501));
  });
});

describe('merging progress that is not sent yet', () => {
  it('keeps one entry per lesson for positions that follow each other', () => {
    expect(mergeEntries([position('l1', 10, t1)], position('l1', 25, t2))).toEqual([position('l1', 25, t2)]);
  });

  it('stores a completion beside a later position, each with its own time', () => {
    expect(mergeEntries([completion('l1', t1)], position('l1', 25, t2))).toEqual([
      completion('l1', t1),
      position('l1', 25, t2),
    ]);
  });

  it('replaces both entries by an entry with both fields', () => {
    const both = { ...completion('l1', t2), positionSeconds: 30 };
    expect(mergeEntries([completion('l1', t1), position('l1', 25, t1)], both)).toEqual([both]);
  });

  it('leaves other lessons alone', () => {
    expect(mergeEntries([completion('l1', t1)], completion('l2', t2))).toHaveLength(2);
  });

  it('joins a waiting command that was never sent', () => {
    const open = findOpenProgress([progressRow(1, 'l1')], completion('l2', t2));
    expect(open?.id).toBe(progressRow(1, 'l1').id);
    expect(open?.command.kind === 'progress.save' && open.command.args.entries).toHaveLength(2);
  });

  it.each([
    ['was sent before', { state: 'waiting', attempts: 1 }],
    ['is being sent', { state: 'sending', attempts: 1 }],
    ['was refused', { state: 'refused', attempts: 1 }],
    ['is paused', { state: 'paused', attempts: 1 }],
  ] as const)('never changes a command that %s', (_, parts) => {
    expect(findOpenProgress([progressRow(1, 'l1', parts)], completion('l2', t2))).toBeNull();
  });

  it('does not change a command that precedes one that was sent', () => {
    const rows = [progressRow(1, 'l1'), progressRow(2, 'l1', { attempts: 1 })];
    expect(findOpenProgress(rows, completion('l1', t2))).toBeNull();
  });

  it("starts a new command before one exceeds the server's limit", () => {
    const entries = Array.from({ length: 200 }, (_, at) => completion(`l${at}`, t1));
    expect(findOpenProgress([progressRowOf(1, entries)], completion('l-new', t2))).toBeNull();
    expect(findOpenProgress([progressRowOf(1, entries)], completion('l3', t2))).not.toBeNull();
    expect(JSON.stringify({ entries }).length).toBeLessThan(64 * 1024);
  });
});
