import { useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { findPath, paths, safeRedirect } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { AwaitedCourse, courseAwaitedAt } from '#pwa/sign-in/awaited-course.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { FormNote } from '#pwa/ui/forms/form-note.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { messages } from '#schema/messages/messages.ts';
import { DebugPanel } from './debug-panel.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-page.module.css';

/** Signs in and redirects to the requested page (spec map, section 2). */
export function LoginPage() {
  const [query] = useSearchParams();
  const [isDebugging, setIsDebugging] = useState(false);
  const session = useSession();
  const { state } = useLocation();
  const redirect = query.get('redirect');
  // Also for users who were signed in when they opened this page.
  if (session.state === 'signedIn') return <Navigate to={safeRedirect(redirect)} replace />;
  const recovery = findPath('forgotPassword');
  const toggleDebugging = () => setIsDebugging(!isDebugging);
  return (
    <Page width="form">
      <PageTitle className={styles.title} documentTitle="Login" onDoubleClick={toggleDebugging}>
        Welcome back
      </PageTitle>
      {isAfterDeletion(state) && (
        <Notice tone="ok">Your account and its data were deleted, on the server and on this device.</Notice>
      )}
      <PageLead>
        <LoginLead redirect={redirect} />
      </PageLead>
      <button
        type="button"
        className={styles.debugOpener}
        aria-expanded={isDebugging}
        onClick={toggleDebugging}
      >
        Technical details of the last failed call
      </button>
      <Card isPadded>
        <LoginForm knownEmail={session.state === 'expired' ? session.user.email : null} recovery={recovery} />
      </Card>
      {isDebugging && <DebugPanel />}
      <FormNote>
        New here? <TextLink to={paths.signup(redirect ?? undefined)}>Create an account</TextLink>
      </FormNote>
    </Page>
  );
}

/** Why the user is here. */
function LoginLead({ redirect }: { redirect: string | null }) {
  const courseId = courseAwaitedAt(redirect);
  if (courseId !== null) return <AwaitedCourse action="Sign in" courseId={courseId} />;
  if (redirect === null) return 'Log in to your courses.';
  return (
    <>
      <strong>{messages.authenticationRequired}.</strong> Log in to continue to the requested page.
    </>
  );
}

/** Whether the user has just deleted their account. */
const isAfterDeletion = (state: unknown): boolean => state instanceof Object && 'isAccountDeleted' in state;
