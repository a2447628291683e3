import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyProgress, emptyProgress, type ProgressEntry, percentComplete } from './progress.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();
const fresh = emptyProgress('lesson-1');

describe('progress of a lesson', () => {
  it('retains a completion when an older device reports only a position', () => {
    const completed = applyProgress(fresh, { lessonId: 'lesson-1', completedAt: at(5), updatedAt: at(5) });
    const moved = applyProgress(completed, { lessonId: 'lesson-1', positionSeconds: 30, updatedAt: at(3) });
    expect(moved).toMatchObject({ completedAt: at(5), positionSeconds: 30 });
  });

  it('removes a completion only when the learner did so later', () => {
    const completed = applyProgress(fresh, { lessonId: 'lesson-1', completedAt: at(5), updatedAt: at(5) });
    const earlier = applyProgress(completed, { lessonId: 'lesson-1', completedAt: null, updatedAt: at(4) });
    const later = applyProgress(completed, { lessonId: 'lesson-1', completedAt: null, updatedAt: at(6) });
    expect(earlier.completedAt).toBe(at(5));
    expect(later.completedAt).toBeNull();
  });

  it('has the same result in whatever order distinct entries arrive', () => {
    const entry = (minute: number): ProgressEntry => ({
      lessonId: 'lesson-1',
      updatedAt: at(minute),
      ...(minute % 2 === 0
        ? { completedAt: minute % 4 === 0 ? null : at(minute) }
        : { positionSeconds: minute }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 59 })), (minutes) => {
        const forward = minutes.map(entry).reduce(applyProgress, fresh);
        const backward = minutes.map(entry).reverse().reduce(applyProgress, fresh);
        expect(forward).toEqual(backward);
      }),
    );
  });
});

describe('the percentage of a course', () => {
  it.each([
    [0, 0, 0],
    [0, 12, 0],
    [1, 3, 33],
    [2, 3, 67],
    [12, 12, 100],
  ])('%i of %i lessons is %i per cent', (completed, total, percent) => {
    expect(percentComplete(completed, total)).toBe(percent);
  });
});
