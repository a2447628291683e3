import { useSession } from '#pwa/session/use-session.ts';
import { Spinner } from '#pwa/ui/display/spinner.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { MemberSupport } from './member-support.tsx';
import { SupportFaq } from './support-faq.tsx';
import styles from './support-page.module.css';
import { VisitorSupport } from './visitor-support.tsx';

/** The contact form and the FAQ (spec map, section 2). */
export function SupportPage() {
  return (
    <Page>
      <PageTitle documentTitle="Support">How can we help?</PageTitle>
      <PageLead>Write to us at any time. We reply within 24 hours.</PageLead>
      <div className={styles.columns}>
        <Card as="section" isPadded aria-label="Contact form">
          <Contact />
        </Card>
        <SupportFaq />
      </div>
    </Page>
  );
}

function Contact() {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      );
    case 'signedOut':
      return <VisitorSupport />;
    case 'signedIn':
    case 'expired':
      return <MemberSupport key={session.user.id} user={session.user} />;
  }
}
