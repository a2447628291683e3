import { Navigate, useSearchParams } from 'react-router-dom';
import { paths, safeRedirect } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { AwaitedCourse, courseAwaitedAt } from '#pwa/sign-in/awaited-course.tsx';
import { SignupForm } from '#pwa/sign-in/signup-form.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { FormNote } from '#pwa/ui/forms/form-note.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';

/** Creates an account and redirects to the requested page. */
export function SignupPage() {
  const [query] = useSearchParams();
  const session = useSession();
  const redirect = query.get('redirect');
  if (session.state === 'signedIn') return <Navigate to={safeRedirect(redirect)} replace />;
  const courseId = courseAwaitedAt(redirect);
  return (
    <Page width="form">
      <PageTitle documentTitle="Sign Up">Create an account</PageTitle>
      <PageLead>
        {courseId === null ? (
          'An account stores your courses and progress. No payment is needed.'
        ) : (
          <AwaitedCourse action="Create an account" courseId={courseId} />
        )}
      </PageLead>
      <Card isPadded>
        <SignupForm />
      </Card>
      <FormNote>
        Already have an account? <TextLink to={paths.login(redirect ?? undefined)}>Login</TextLink>
      </FormNote>
    </Page>
  );
}
