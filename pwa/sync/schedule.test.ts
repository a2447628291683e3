import { describe, expect, it } from 'vitest';
import { activationRow, progressRow } from '../testing/rows.ts';
import { pickNext, recordOf } from './schedule.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const inMs = (ms: number) => new Date(now + ms).toISOString();
const ordinary = { now, isEager: false };
const eager = { now, isEager: true };

describe('which command goes next', () => {
  it('takes them in the order of entry', () => {
    const rows = [activationRow(1, 'course-1'), progressRow(2, 'lesson-1'), activationRow(3, 'course-2')];
    expect(pickNext(rows, ordinary).row?.order).toBe(1);
  });

  it('lets a command that waits for its time hold up the later ones of its record only', () => {
    const waiting = { state: 'waiting', attempts: 1, nextAttemptAt: inMs(5_000), lastStatus: 500 } as const;
    const rows = [
      progressRow(1, 'lesson-1', waiting),
      progressRow(2, 'lesson-1'),
      activationRow(3, 'course-1', { ...waiting, nextAttemptAt: inMs(3_000) }),
      activationRow(4, 'course-1'),
      activationRow(5, 'course-2'),
    ];
    expect(pickNext(rows, ordinary).row?.order).toBe(5);
    expect(pickNext(rows.slice(0, 4), ordinary)).toEqual({ row: null, wakeAt: now + 3_000 });
  });

  it('steps over refused ones, so that a poisoned command holds nobody up', () => {
    const rows = [activationRow(1, 'course-1', { state: 'refused' }), activationRow(2, 'course-1')];
    expect(pickNext(rows, ordinary).row?.order).toBe(2);
  });

  it('takes up again what a dead page left as sending, and what a login has freed', () => {
    expect(
      pickNext([progressRow(1, 'lesson-1', { state: 'sending', attempts: 1 })], ordinary).row?.order,
    ).toBe(1);
    expect(
      pickNext([progressRow(1, 'lesson-1', { state: 'paused', attempts: 1 })], ordinary).row?.order,
    ).toBe(1);
  });

  it('does not wait any longer for a line that is back, but keeps to what the server asked for', () => {
    const unanswered = { attempts: 3, nextAttemptAt: inMs(4_000), lastStatus: 0 };
    const busy = { attempts: 3, nextAttemptAt: inMs(4_000), lastStatus: 429 };
    expect(pickNext([progressRow(1, 'lesson-1', unanswered)], ordinary).row).toBeNull();
    expect(pickNext([progressRow(1, 'lesson-1', unanswered)], eager).row?.order).toBe(1);
    expect(pickNext([progressRow(1, 'lesson-1', busy)], eager).row).toBeNull();
  });

  it('is not fooled by a clock that was set back ten years', () => {
    const row = progressRow(1, 'lesson-1', {
      attempts: 1,
      nextAttemptAt: '2036-11-21T08:00:00.000Z',
      lastStatus: 503,
    });
    expect(pickNext([row], ordinary).row?.order).toBe(1);
  });

  it('holds back what may still be taken back, even when eager, and wakes for it', () => {
    const held = progressRow(1, 'lesson-1', { heldUntil: inMs(7_000) });
    expect(pickNext([held], eager)).toEqual({ row: null, wakeAt: eager.now + 7_000 });
    expect(pickNext([progressRow(1, 'lesson-1', { heldUntil: inMs(0) })], ordinary).row?.order).toBe(1);
    const forever = progressRow(1, 'lesson-1', { heldUntil: '2036-11-21T08:00:00.000Z' });
    expect(pickNext([forever], ordinary).row?.order).toBe(1);
  });

  it('answers nothing, and no time to wake, when nothing waits', () => {
    expect(pickNext([], ordinary)).toEqual({ row: null, wakeAt: null });
  });

  it('knows what belongs to one record', () => {
    expect(recordOf(activationRow(1, 'course-1').command)).toBe('course/course-1');
    expect(recordOf(progressRow(1, 'lesson-1').command)).toBe(recordOf(progressRow(2, 'lesson-2').command));
  });
});
