import { useEffect } from 'react';
import { PasswordForm } from '#pwa/features/profile/password-form.tsx';
import { SetUpChoice } from '#pwa/second-factor/set-up-choice.tsx';
import { refreshUser } from '#pwa/session/session.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { requiredStepOf } from '#schema/account/required-step.ts';

interface RequiredStepPageProps {
  /** Keeps this page mounted while offline: the user has begun to fill it in. */
  onBegin: () => void;
  /** Keeps this page mounted while it shows one-time data, although the step is done. */
  onHold: (isHeld: boolean) => void;
}

/** The required step of an account, in place of the requested screen, which is shown afterwards. */
export function RequiredStepPage({ onBegin, onHold }: RequiredStepPageProps) {
  const session = useSession();
  // The step may have been done on another device in the meantime.
  useEffect(() => void refreshUser(), []);
  if (session.state !== 'signedIn') return null;
  if (requiredStepOf(session.user) === 'password') {
    return <ChoosePassword email={session.user.email} onBegin={onBegin} />;
  }
  const finish = () => void refreshUser().then(() => onHold(false));
  return (
    <Page width="form">
      <PageTitle>Set up two-step sign-in</PageTitle>
      <PageLead>
        This installation requires two-step sign-in for admins. Setup takes two minutes and needs an
        authenticator app or a passkey. Unsent edits on this device are sent afterwards.
      </PageLead>
      <Card isPadded>
        <div onInput={onBegin}>
          <SetUpChoice email={session.user.email} onCodes={() => onHold(true)} onDone={finish} />
        </div>
      </Card>
    </Page>
  );
}

function ChoosePassword({ email, onBegin }: { email: string; onBegin: () => void }) {
  return (
    <Page width="form">
      <PageTitle>Choose a new password</PageTitle>
      <PageLead>
        You signed in with the password that the server generated at its first start. Replace it with your own
        to continue.
      </PageLead>
      <Card isPadded>
        <div onInput={onBegin}>
          <PasswordForm email={email} isOnly />
        </div>
      </Card>
    </Page>
  );
}
