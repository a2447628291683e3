import { describeUtcDay } from '#pwa/ui/format/describe-utc-day.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import type { Stats } from '#schema/stats.ts';

export type Day = Stats['activationsPerDay'][number];

/** A summary of the chart, for screen readers and as its caption. */
export function summarize(days: readonly Day[]): string {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return `No activations in the last ${days.length} days.`;
  const busiest = days.reduce((best, day) => (day.count >= best.count ? day : best));
  const text = countOf(total, 'activation');
  return `${text} in the last ${days.length} days; the busiest was ${describeUtcDay(busiest.day)} with ${formatCount(busiest.count)}.`;
}
