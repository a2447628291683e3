import type { ReactNode } from 'react';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import styles from './section-card.module.css';

interface SectionCardProps {
  id: string;
  title: string;
  /** A button or a chip beside the heading. */
  headerActions?: ReactNode;
  children: ReactNode;
}

/** A section of the editor with a heading that the outline links to. */
export function SectionCard({ id, title, headerActions, children }: SectionCardProps) {
  return (
    <Card as="section" className={styles.section} aria-labelledby={id}>
      <Cluster as="header" gap={3} isSpread className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {headerActions}
      </Cluster>
      {children}
    </Card>
  );
}
