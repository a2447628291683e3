import { lazy, Suspense } from 'react';
import type { User } from '#schema/account/user.ts';
import { failUnlessReloading } from '../../install/before-reload.ts';
import { useSession } from '../../session/use-session.ts';
import { Spinner } from '../../ui/display/spinner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageLead } from '../../ui/layout/page-lead.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { DevicesSection } from './devices/devices-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-page.module.css';

const SecondFactorSection = lazy(async () => {
  const { SecondFactorSection: section } = await import(
    '../../second-factor/second-factor-section.tsx'
  ).catch(failUnlessReloading);
  return { default: section };
});

/** The user's own name, avatar and password (spec map, section 2). The guard admits only known users. */
export function ProfilePage() {
  const session = useSession();
  if (session.state !== 'signedIn' && session.state !== 'expired') return null;
  return <Profile key={session.user.id} user={session.user} />;
}

function Profile({ user }: { user: User }) {
  return (
    <Page width="text">
      <PageTitle>Edit Profile</PageTitle>
      <PageLead>You and the admins can see your name and picture.</PageLead>
      <Card as="section" isPadded className={styles.card} aria-labelledby="details-title">
        <h2 id="details-title">Your details</h2>
        <ProfileForm user={user} />
      </Card>
      <Card as="section" isPadded className={styles.card} aria-labelledby="password-title">
        <h2 id="password-title">Change password</h2>
        <PasswordForm email={user.email} />
      </Card>
      {user.role === 'admin' && (
        <Card as="section" isPadded className={styles.card} aria-labelledby="second-factor-title">
          <h2 id="second-factor-title">Two-step sign-in</h2>
          <Suspense fallback={<Spinner />}>
            <SecondFactorSection email={user.email} />
          </Suspense>
        </Card>
      )}
      <Card as="section" isPadded className={styles.card} aria-labelledby="devices-title">
        <h2 id="devices-title">Your devices</h2>
        <DevicesSection userId={user.id} />
      </Card>
    </Page>
  );
}
