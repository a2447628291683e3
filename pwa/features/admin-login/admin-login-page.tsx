import { Navigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { paths, safeRedirect } from '#pwa/paths.ts';
import { loadSignInStep } from '#pwa/second-factor/load-sign-in-step.ts';
import { adminLogin } from '#pwa/session/session.ts';
import { tryLogin } from '#pwa/session/try-login.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { CredentialsForm } from '#pwa/ui/forms/credentials-form.tsx';
import { FormNote } from '#pwa/ui/forms/form-note.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import styles from './admin-login-page.module.css';
import { adminLoginSentence } from './admin-login-sentence.ts';

const emailDraft = tabDraft('carrel.admin-login-draft', v.string());

/**
 * The admin login; redirects to the requested page, otherwise to the admin dashboard (spec map, section 2).
 */
export function AdminLoginPage() {
  const [query] = useSearchParams();
  const session = useSession();
  const redirect = query.get('redirect');
  const user = 'user' in session ? session.user : null;
  const [email, setEmail] = useFormDraft(emailDraft, () => (user?.role === 'admin' ? user.email : ''));
  // Also for admins who were signed in when they opened this page.
  if (session.state === 'signedIn' && session.user.role === 'admin')
    return <Navigate to={safeRedirect(redirect, paths.adminDashboard)} replace />;
  return (
    <Page width="form">
      <PageTitle documentTitle="Admin login">Admin login</PageTitle>
      <PageLead>For course administrators.</PageLead>
      {session.state === 'signedIn' && (
        <Notice className={styles.other} title={`${session.user.name} is signed in here and is not an admin`}>
          Logging in ends their session on this device. Unsent edits of {session.user.name} stay on this
          device, hidden from you, and are sent after their next login.
        </Notice>
      )}
      <Card isPadded>
        <CredentialsForm
          email={email}
          onEmail={setEmail}
          loadSecondStep={loadSignInStep}
          onLogin={(credentials) =>
            tryLogin(async () => {
              await adminLogin(credentials);
              emailDraft.remove();
            }, adminLoginSentence)
          }
        />
      </Card>
      <FormNote>
        Not an admin? <TextLink to={paths.login(redirect ?? undefined)}>Log in as a learner</TextLink>
      </FormNote>
    </Page>
  );
}
