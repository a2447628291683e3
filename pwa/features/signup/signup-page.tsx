import { Navigate, useSearchParams } from 'react-router-dom';
import { paths, safeRedirect } from '../../paths.ts';
import { useSession } from '../../session/use-session.ts';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { FormNote } from '../../ui/forms/form-note.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageLead } from '../../ui/layout/page-lead.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { SignupForm } from './signup-form.tsx';

/** Creates an account and redirects to the requested page. */
export function SignupPage() {
  const [query] = useSearchParams();
  const session = useSession();
  const redirect = query.get('redirect');
  if (session.state === 'signedIn') return <Navigate to={safeRedirect(redirect)} replace />;
  return (
    <Page width="form">
      <PageTitle documentTitle="Sign Up">Create an account</PageTitle>
      <PageLead>An account stores your courses and progress. No payment is needed.</PageLead>
      <Card isPadded>
        <SignupForm />
      </Card>
      <FormNote>
        Already have an account? <TextLink to={paths.login(redirect ?? undefined)}>Login</TextLink>
      </FormNote>
    </Page>
  );
}
