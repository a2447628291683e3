import type { ReportLine } from '#interchange/import/report-line.ts';
import styles from './admin-import-page.module.css';

/** In the order in which they are shown. */
const OUTCOMES = [
  ['missing', 'Missing'],
  ['leftOut', 'Left out'],
  ['simplified', 'Simplified'],
  ['taken', 'Taken'],
] as const;

/** The parts of a file that could not be imported unchanged: by outcome, equal reasons counted. */
export function ImportReport({ lines }: { lines: readonly ReportLine[] }) {
  if (lines.length === 0) {
    return <p>Everything in the file is imported. The course is unpublished until you publish it.</p>;
  }
  return (
    <section aria-label="Report" className={styles.report}>
      {OUTCOMES.map(([outcome, heading]) => (
        <Outcome key={outcome} heading={heading} lines={lines.filter((line) => line.outcome === outcome)} />
      ))}
    </section>
  );
}

function Outcome({ heading, lines }: { heading: string; lines: readonly ReportLine[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className={styles.outcome}>{heading}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line.reason}>
            {line.reason} <Places line={line} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Where it happened; the names of all places are a press away. */
function Places({ line: { place, others = [], count } }: { line: ReportLine }) {
  if (others.length === 0) return <span className={styles.quiet}>{describePlaces(place, count)}</span>;
  return (
    <details className={styles.quiet}>
      <summary>{describePlaces(place, count)}</summary>
      <ul>
        {others.map((other) => (
          <li key={other}>{other}</li>
        ))}
      </ul>
    </details>
  );
}

/** `Tides`, `Tides and 1 other place`, `Tides and 4 other places` */
function describePlaces(place: string, count: number): string {
  if (count === 1) return place;
  return `${place} and ${count - 1} other ${count === 2 ? 'place' : 'places'}`;
}
