import { type ReactNode, useEffect } from 'react';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { useEditorContext } from '../context/editor-context.tsx';
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
  const { inView } = useEditorContext();
  useEffect(() => {
    const section = document.getElementById(id)?.closest('section') ?? null;
    return section === null ? undefined : inView.observe(section, id);
  }, [inView, id]);
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
