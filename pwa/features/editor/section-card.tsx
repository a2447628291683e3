import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import styles from './section-card.module.css';

interface SectionCardProps {
  id: string;
  title: string;
  /** Beside the heading: a button or a chip. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One part of the editor on a sheet of its own, with a heading that the outline leads to. */
export function SectionCard({ id, title, aside, children }: SectionCardProps) {
  return (
    <Card as="section" className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </Card>
  );
}
