import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { paths, safeRedirect } from '../../paths.ts';
import { useSession } from '../../session/use-session.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { SignupForm } from './signup-form.tsx';
import styles from './signup-page.module.css';

/** Creates an account and redirects to the requested page. */
export function SignupPage() {
  const [query] = useSearchParams();
  const session = useSession();
  const redirect = query.get('redirect');
  if (session.state === 'signedIn') return <Navigate to={safeRedirect(redirect)} replace />;
  return (
    <Page width="form">
      <PageTitle className={styles.title} documentTitle="Sign Up">
        Create an account
      </PageTitle>
      <p className={styles.lead}>An account stores your courses and progress. No payment is needed.</p>
      <Card className={styles.card}>
        <SignupForm />
      </Card>
      <p className={styles.other}>
        Already have an account? <Link to={paths.login(redirect ?? undefined)}>Login</Link>
      </p>
    </Page>
  );
}
