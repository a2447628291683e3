import { lazy, Suspense } from 'react';
import { failUnlessReloading } from '#pwa/install/before-reload.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { Spinner } from '#pwa/ui/display/spinner.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import type { User } from '#schema/account/user.ts';
import { DevicesSection } from './devices/devices-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-page.module.css';

const SecondFactorSection = lazy(async () => {
  const { SecondFactorSection: section } = await import('#pwa/second-factor/second-factor-section.tsx').catch(
    failUnlessReloading,
  );
  return { default: section };
});

const DataSection = lazy(async () => {
  const { DataSection: section } = await import('./own-data/data-section.tsx').catch(failUnlessReloading);
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
      <Card as="section" isPadded className={styles.card} aria-labelledby="data-title">
        <h2 id="data-title">Your data</h2>
        <Suspense fallback={<Spinner />}>
          <DataSection userId={user.id} email={user.email} />
        </Suspense>
      </Card>
    </Page>
  );
}
