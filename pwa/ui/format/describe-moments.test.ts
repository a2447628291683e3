import { describe, expect, it } from 'vitest';
import { describeDay, describeMoments } from './describe-moments.ts';

const at = (hours: number, minutes: number, day = 21) =>
  new Date(2026, 10, day, hours, minutes).toISOString();

describe('the times at which something was made and received', () => {
  it('are shown as one if they are within a minute', () => {
    expect(describeMoments(at(14, 5), at(14, 6))).toBe('14:06');
  });

  it('are shown as two if it waited on a device, with the day if it differs', () => {
    expect(describeMoments(at(14, 5), at(14, 20))).toBe('made 14:05, received 14:20');
    expect(describeMoments(at(14, 5, 19), at(14, 20))).toBe('made 19 Nov 2026, 14:05, received 14:20');
  });
});

it('recent days are named relative to today', () => {
  const now = new Date(2026, 10, 21, 9);
  expect(describeDay(at(1, 0), now)).toBe('Today');
  expect(describeDay(at(23, 59, 20), now)).toBe('Yesterday');
  expect(describeDay(at(12, 0, 19), now)).toBe('19 November 2026');
});
