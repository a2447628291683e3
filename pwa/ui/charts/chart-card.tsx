import { type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Card } from '../layout/card.tsx';
import styles from './chart-card.module.css';
import { ChartTable, type ChartTableProps } from './chart-table.tsx';

interface ChartCardProps {
  title: string;
  /** The chart in a sentence. */
  summary: string;
  table: ChartTableProps;
  /** The chart. */
  children: ReactNode;
}

/** A chart with a title and a summary sentence, and its numbers as a table on demand. */
export function ChartCard({ title, summary, table, children }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <Card as="section" isPadded aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          <p className={styles.summary}>{summary}</p>
        </div>
        <Button size="sm" variant="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isTable ? <ChartTable {...table} /> : children}
    </Card>
  );
}
