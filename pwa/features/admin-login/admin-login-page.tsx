import { Navigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { tabDraft } from '../../device/form-draft.ts';
import { paths, safeRedirect } from '../../paths.ts';
import { adminLogin } from '../../session/session.ts';
import { tryLogin } from '../../session/try-login.ts';
import { useSession } from '../../session/use-session.ts';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CredentialsForm } from '../../ui/forms/credentials-form.tsx';
import { FormNote } from '../../ui/forms/form-note.tsx';
import { useFormDraft } from '../../ui/forms/use-form-draft.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageLead } from '../../ui/layout/page-lead.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
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
