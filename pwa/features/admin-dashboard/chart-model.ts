import { countOf, formatCount } from '#schema/messages/count.ts';
import type { Stats } from '#schema/stats.ts';

export type Day = Stats['activationsPerDay'][number];

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a UTC day such as `2026-11-21` as `21 Nov`. */
export function formatDay(day: string): string {
  return dayAndMonth.format(Date.parse(`${day}T00:00:00Z`));
}

/**
 * The end of the scale: the busiest day rounded up to a number that halves well, at least 4, so that a single
 * activation does not fill the chart.
 */
export function scaleEnd(days: readonly Day[]): number {
  const most = Math.max(4, ...days.map(({ count }) => count));
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((candidate) => candidate * magnitude >= most) ?? 10;
  return step * magnitude;
}

/** A summary of the chart, for screen readers and as its caption. */
export function summarize(days: readonly Day[]): string {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return `No activations in the last ${days.length} days.`;
  const busiest = days.reduce((best, day) => (day.count >= best.count ? day : best));
  const text = countOf(total, 'activation');
  return `${text} in the last ${days.length} days; the busiest was ${formatDay(busiest.day)} with ${formatCount(busiest.count)}.`;
}
