import { describe, expect, it } from 'vitest';
import { type Day, formatDay, scaleEnd, summarize } from './chart-model.ts';

const daysOf = (...counts: number[]): Day[] =>
  counts.map((count, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, count }));

describe('the activations chart', () => {
  it.each([
    [[0, 0], 4],
    [[1], 4],
    [[5], 6],
    [[9], 10],
    [[11], 20],
    [[63], 80],
    [[240], 400],
  ])('ends the scale for %j at %i', (counts, end) => {
    expect(scaleEnd(daysOf(...counts))).toBe(end);
  });

  it('has a summary that names the busiest day, the later of two', () => {
    expect(summarize(daysOf(1, 3, 3))).toBe(
      '7 activations in the last 3 days; the busiest was 3 Nov with 3.',
    );
    expect(summarize(daysOf(0, 1))).toContain('1 activation in');
    expect(summarize(daysOf(0, 0))).toBe('No activations in the last 2 days.');
  });

  it('names days in UTC, whatever the admin’s time zone', () => {
    expect(formatDay('2026-11-21')).toBe('21 Nov');
  });
});
