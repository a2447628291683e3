import type { ReactNode } from 'react';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import styles from './legal-page.module.css';

interface LegalPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A legal page, read-only. */
export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <Page width="text">
      <PageTitle>{title}</PageTitle>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.text}>{children}</div>
    </Page>
  );
}
