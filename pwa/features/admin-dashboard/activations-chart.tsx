import { ChartCard } from '#pwa/ui/charts/chart-card.tsx';
import { ColumnChart } from '#pwa/ui/charts/column-chart.tsx';
import { describeUtcDay } from '#pwa/ui/format/describe-utc-day.ts';
import { type Day, summarize } from './chart-model.ts';

const LABEL_EVERY_DAYS = 7;

/** Activations per day for the last 30 days. */
export function ActivationsChart({ days }: { days: readonly Day[] }) {
  const columns = days.map(({ day, count }) => ({ key: day, name: describeUtcDay(day), count }));
  const rows = columns.toReversed().map(({ key, name, count }) => ({ key, cells: [name, String(count)] }));
  return (
    <ChartCard
      title="Activations per day"
      summary={summarize(days)}
      table={{ columns: ['Day (UTC)', 'Activations'], rows }}
    >
      <ColumnChart columns={columns} lastLabel="Today" labelEvery={LABEL_EVERY_DAYS} />
    </ChartCard>
  );
}
