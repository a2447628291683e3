import { useId, useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import styles from './activations-chart.module.css';
import { type Day, formatDay, scaleEnd, summarize } from './chart-model.ts';

/** Activations per day for the last 30 days: a chart, a summary sentence, and a table on demand. */
export function ActivationsChart({ days }: { days: readonly Day[] }) {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <Card as="section" isPadded aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <div>
          <h2 id={`${id}-title`}>Activations per day</h2>
          <p className={styles.summary}>{summarize(days)}</p>
        </div>
        <Button size="sm" variant="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isTable ? <Table days={days} /> : <Bars days={days} />}
    </Card>
  );
}

/* y in pixels, x in per cent: without a viewBox, the bars stretch but the labels do not. */
const TOP = 14;
const HEIGHT = 190;
const LABELS = 26;
/** The horizontal range of the bars, in per cent; the scale is to its left. */
const FIRST = 6;
const LAST = 99.5;
const BAR_SHARE = 0.66;
const LABEL_EVERY_DAYS = 7;

/** Hidden from screen readers, which have the summary and the table. */
function Bars({ days }: { days: readonly Day[] }) {
  const end = scaleEnd(days);
  const bandWidth = (LAST - FIRST) / Math.max(1, days.length);
  return (
    <svg className={styles.chart} height={TOP + HEIGHT + LABELS} aria-hidden="true" focusable="false">
      {[0, end / 2, end].map((count) => (
        <ScaleLine key={count} count={count} y={TOP + HEIGHT * (1 - count / end)} />
      ))}
      {days.map((day, index) => (
        <Bar
          key={day.day}
          day={day}
          x={FIRST + bandWidth * index}
          width={bandWidth}
          height={(HEIGHT * day.count) / end}
          isLast={index === days.length - 1}
          isLabelled={(days.length - 1 - index) % LABEL_EVERY_DAYS === 0}
        />
      ))}
    </svg>
  );
}

function ScaleLine({ count, y }: { count: number; y: number }) {
  return (
    <>
      <line className={count === 0 ? styles.base : styles.line} x1={`${FIRST}%`} x2="100%" y1={y} y2={y} />
      <text className={styles.label} x={`${FIRST - 1.2}%`} y={y} dy="0.32em" textAnchor="end">
        {count}
      </text>
    </>
  );
}

interface BarProps {
  day: Day;
  /** Per cent. */
  x: number;
  width: number;
  /** Pixels. */
  height: number;
  isLast: boolean;
  isLabelled: boolean;
}

function Bar({ day, x, width, height, isLast, isLabelled }: BarProps) {
  const middle = x + width / 2;
  const label = `${formatDay(day.day)}: ${day.count}`;
  return (
    <g className={styles.day}>
      <rect className={styles.touch} x={`${x}%`} width={`${width}%`} y={TOP} height={HEIGHT}>
        <title>{label}</title>
      </rect>
      {day.count > 0 && (
        <rect
          className={isLast ? styles.today : styles.bar}
          x={`${x + (width * (1 - BAR_SHARE)) / 2}%`}
          width={`${width * BAR_SHARE}%`}
          y={TOP + HEIGHT - height}
          height={height}
          rx="3"
        >
          <title>{label}</title>
        </rect>
      )}
      {isLabelled && (
        <text
          className={styles.label}
          x={`${isLast ? x + width : middle}%`}
          y={TOP + HEIGHT + 18}
          textAnchor={isLast ? 'end' : 'middle'}
        >
          {isLast ? 'Today' : formatDay(day.day)}
        </text>
      )}
    </g>
  );
}

function Table({ days }: { days: readonly Day[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          <th scope="col">Activations</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, count }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day)}</th>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
