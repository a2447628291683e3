import { useSession } from '#pwa/session/use-session.ts';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { SiteForm } from './site-form.tsx';

/** Name, look, contact and texts of the school. The guard admits only admins. */
export function AdminSitePage() {
  const session = useSession();
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  return (
    <Page width="text">
      <PageTitle>Site</PageTitle>
      <PageLead>
        The name, the look and the texts of your school, for everyone. An empty field shows the original text.
      </PageLead>
      <SiteForm key={session.user.id} userId={session.user.id} />
    </Page>
  );
}
