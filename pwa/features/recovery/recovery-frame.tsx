import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '#pwa/paths.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { FormNote } from '#pwa/ui/forms/form-note.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import styles from './recovery.module.css';

interface RecoveryFrameProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The layout of the three steps: introduction, one card, and a link back to the login. */
export function RecoveryFrame({ title, lead, children }: RecoveryFrameProps) {
  return (
    <Page width="form">
      <PageTitle>{title}</PageTitle>
      <PageLead className={styles.lead}>{lead}</PageLead>
      <Card isPadded>{children}</Card>
      <FormNote>
        Remember your password? <TextLink to={paths.login()}>Back to login</TextLink>
      </FormNote>
    </Page>
  );
}

/** Every step needs the server; this is shown before the user tries. */
export function ConnectionNeeded() {
  const isOnline = useIsOnline();
  if (isOnline) return null;
  return (
    <Notice tone="wait" title="This needs a connection">
      You are offline. Your input stays on this page. Try again when you are connected.
    </Notice>
  );
}

/** Replaces a form and takes the focus, so that screen readers announce it. */
export function Panel({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <div ref={area} tabIndex={-1} className={`${styles.form} ${styles.panel}`}>
      {children}
    </div>
  );
}
