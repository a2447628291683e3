import { describeUtcDay } from '#pwa/ui/format/describe-utc-day.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import type { CodeWeek } from '#schema/reports/reports.ts';
import type { Definition } from '../definitions.tsx';

export const CODES_DEFINITIONS: readonly Definition[] = [
  { term: 'Batch', meaning: 'The codes of one course that were registered together.' },
  {
    term: 'Uses',
    meaning: 'How often codes unlocked the course. Of some codes several learners have a use.',
  },
  { term: 'Usable', meaning: 'Codes that can still unlock the course.' },
  {
    term: 'Revoked or expired',
    meaning: 'Codes that can no longer unlock the course, although they were not used up.',
  },
  {
    term: 'Removed access',
    meaning: 'A use stays a use when the access that it gave was removed later.',
  },
  { term: 'Week', meaning: 'From Monday to Sunday, in UTC. The last one is not over yet.' },
];

/** The weekly chart in a sentence. */
export function summarizeWeeks(weeks: readonly CodeWeek[]): string {
  const total = weeks.reduce((sum, { used }) => sum + used, 0);
  if (total === 0) return `No codes were used in the last ${weeks.length} weeks.`;
  const busiest = weeks.reduce((best, week) => (week.used >= best.used ? week : best));
  const most = `most in the week from ${describeUtcDay(busiest.monday)}: ${formatCount(busiest.used)}`;
  return `${countOf(total, 'code')} used in the last ${weeks.length} weeks; ${most}.`;
}
