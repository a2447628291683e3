import type { ReactNode } from 'react';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import table from '#pwa/ui/lists/list-table.module.css';
import styles from './person.module.css';

interface SectionProps {
  id: string;
  title: string;
  /** Beside the title. */
  action?: ReactNode;
  /** Shown instead of rows. */
  empty: string;
  /** One `li` each. */
  rows: readonly ReactNode[];
}

/** A part of the page of a person: a title, an action, and a list. */
export function Section({ id, title, action, empty, rows }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Cluster as="header" isSpread>
        <h2 id={id}>{title}</h2>
        {action}
      </Cluster>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <Card className={table.sheet}>
          <ul>{rows}</ul>
        </Card>
      )}
    </section>
  );
}
