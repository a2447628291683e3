import { lazy, Suspense, useState } from 'react';
import { failUnlessReloading } from '#pwa/install/before-reload.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { storeUnavailable } from '#pwa/store/database/blocked.ts';
import { Spinner } from '#pwa/ui/display/spinner.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import type { User } from '#schema/account/user.ts';
import { SchoolContact } from './school-contact.tsx';
import { SupportFaq } from './support-faq.tsx';
import styles from './support-page.module.css';
import { VisitorSupport } from './visitor-support.tsx';

/** Needs the store, whose code some browsers cannot even load where they block site data. */
const MemberSupport = lazy(async () => {
  const { MemberSupport: form } = await import('./member-support.tsx').catch(failUnlessReloading);
  return { default: form };
});

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
        <div className={styles.aside}>
          <SchoolContact />
          <SupportFaq />
        </div>
      </div>
    </Page>
  );
}

function Contact() {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return waiting;
    case 'signedOut':
      return <VisitorSupport />;
    case 'signedIn':
    case 'expired':
      return <KnownSupport key={session.user.id} user={session.user} />;
  }
}

const waiting = (
  <div className={styles.waiting}>
    <Spinner />
  </div>
);

/** Through the outbox, or directly where the browser does not open the store. A form that has text stays. */
function KnownSupport({ user }: { user: User }) {
  const isUnavailable = useObservable(storeUnavailable);
  const [wasUnavailable, setWasUnavailable] = useState<boolean | null>(null);
  const isDirect = wasUnavailable ?? isUnavailable;
  return (
    <div onInput={() => setWasUnavailable(isDirect)}>
      {isDirect ? (
        <VisitorSupport user={user} />
      ) : (
        <Suspense fallback={waiting}>
          <MemberSupport user={user} />
        </Suspense>
      )}
    </div>
  );
}
