import { formatCount } from '#schema/messages/count.ts';
import { scaleEnd } from './chart-scale.ts';
import styles from './column-chart.module.css';

export interface Column {
  readonly key: string;
  readonly name: string;
  readonly count: number;
}

interface ColumnChartProps {
  /** Oldest first. */
  columns: readonly Column[];
  /** The label of the last column, which is always labelled. */
  lastLabel: string;
  /** Every so many columns, counted from the last one, have a label. */
  labelEvery: number;
}

/* y in pixels, x in per cent: without a viewBox, the bars stretch but the labels do not. */
const TOP = 14;
const HEIGHT = 190;
const LABELS = 26;
/** The horizontal range of the bars, in per cent; the scale is to its left. */
const FIRST = 6;
const LAST = 99.5;
const BAR_SHARE = 0.66;

/** Counts over time as columns. Hidden from screen readers, which have the summary and the table. */
export function ColumnChart({ columns, lastLabel, labelEvery }: ColumnChartProps) {
  const end = scaleEnd(columns.map(({ count }) => count));
  const bandWidth = (LAST - FIRST) / Math.max(1, columns.length);
  const last = columns.length - 1;
  return (
    <svg className={styles.chart} height={TOP + HEIGHT + LABELS} aria-hidden="true" focusable="false">
      {[0, end / 2, end].map((count) => (
        <ScaleLine key={count} count={count} y={TOP + HEIGHT * (1 - count / end)} />
      ))}
      {columns.map((column, index) => (
        <Bar
          key={column.key}
          column={column}
          x={FIRST + bandWidth * index}
          width={bandWidth}
          height={(HEIGHT * column.count) / end}
          isLast={index === last}
          label={(last - index) % labelEvery === 0 ? (index === last ? lastLabel : column.name) : null}
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
  column: Column;
  /** Per cent. */
  x: number;
  width: number;
  /** Pixels. */
  height: number;
  isLast: boolean;
  label: string | null;
}

function Bar({ column: { name, count }, x, width, height, isLast, label }: BarProps) {
  const title = `${name}: ${formatCount(count)}`;
  return (
    <g className={styles.column}>
      <rect className={styles.touch} x={`${x}%`} width={`${width}%`} y={TOP} height={HEIGHT}>
        <title>{title}</title>
      </rect>
      {count > 0 && (
        <rect
          className={isLast ? styles.lastBar : styles.bar}
          x={`${x + (width * (1 - BAR_SHARE)) / 2}%`}
          width={`${width * BAR_SHARE}%`}
          y={TOP + HEIGHT - height}
          height={height}
          rx="3"
        >
          <title>{title}</title>
        </rect>
      )}
      {label !== null && (
        <text
          className={styles.label}
          x={`${isLast ? x + width : x + width / 2}%`}
          y={TOP + HEIGHT + 18}
          textAnchor={isLast ? 'end' : 'middle'}
        >
          {label}
        </text>
      )}
    </g>
  );
}
