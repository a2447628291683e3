import { ChartCard } from '#pwa/ui/charts/chart-card.tsx';
import { ColumnChart } from '#pwa/ui/charts/column-chart.tsx';
import { describeUtcDay } from '#pwa/ui/format/describe-utc-day.ts';
import { formatCount } from '#schema/messages/count.ts';
import type { CodeWeek } from '#schema/reports/reports.ts';
import { summarizeWeeks } from './codes-model.ts';

const LABEL_EVERY_WEEKS = 8;

export function WeeksChart({ weeks }: { weeks: readonly CodeWeek[] }) {
  const columns = weeks.map(({ monday, used }) => ({
    ...{ key: monday, name: describeUtcDay(monday), count: used },
  }));
  const rows = columns
    .toReversed()
    .map(({ key, name, count }) => ({ key, cells: [name, formatCount(count)] }));
  return (
    <ChartCard
      title="Codes used per week"
      summary={summarizeWeeks(weeks)}
      table={{ columns: ['Week from (UTC)', 'Codes used'], rows }}
    >
      <ColumnChart columns={columns} lastLabel="This week" labelEvery={LABEL_EVERY_WEEKS} />
    </ChartCard>
  );
}
