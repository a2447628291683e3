import { describe, expect, it } from 'vitest';
import { describeUtcDay } from '#pwa/ui/format/describe-utc-day.ts';
import { type Day, summarize } from './chart-model.ts';

const daysOf = (...counts: number[]): Day[] =>
  counts.map((count, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, count }));

describe('the activations chart', () => {
  it('has a summary that names the busiest day, the later of two', () => {
    expect(summarize(daysOf(1, 3, 3))).toBe(
      '7 activations in the last 3 days; the busiest was 3 Nov with 3.',
    );
    expect(summarize(daysOf(0, 1))).toContain('1 activation in');
    expect(summarize(daysOf(0, 0))).toBe('No activations in the last 2 days.');
  });

  it('names days in UTC, whatever the admin’s time zone', () => {
    expect(describeUtcDay('2026-11-21')).toBe('21 Nov');
  });
});
