import { useId } from 'react';
import styles from './report.module.css';

export interface Definition {
  readonly term: string;
  readonly meaning: string;
}

/** The meaning of the numbers of a report. */
export function Definitions({ definitions }: { definitions: readonly Definition[] }) {
  const id = useId();
  return (
    <section className={styles.definitions} aria-labelledby={id}>
      <h2 id={id}>What the numbers mean</h2>
      <dl>
        {definitions.map(({ term, meaning }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Of every report. */
export const SHARED_DEFINITIONS: readonly Definition[] = [
  {
    term: 'As of',
    meaning:
      'When this device last asked the server. The server counts each report at most once a minute, and anew when an admin counts an attempt or has a test graded again. Work that learners have not sent yet is not in it.',
  },
  {
    term: 'Deleted courses and users',
    meaning:
      'A deleted course is in no report. When a user is deleted, their progress goes and they are no longer counted as a learner; the use of their code stays a use.',
  },
];
