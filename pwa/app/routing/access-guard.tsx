import { Fragment, lazy, type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { failUnlessReloading } from '#pwa/install/before-reload.ts';
import { paths } from '#pwa/paths.ts';
import { useIsMemoryChecked } from '#pwa/session/use-is-memory-checked.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { Spinner } from '#pwa/ui/display/spinner.tsx';
import { decideAccess } from '../screens/access.ts';
import type { Access } from '../screens/screens.tsx';

const RequiredStepPage = lazy(async () => {
  const { RequiredStepPage: page } = await import('./required-step-page.tsx').catch(failUnlessReloading);
  return { default: page };
});

/** Renders a screen only for users who may see it (spec map, section 2). */
export function AccessGuard({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession();
  const userId = useUserId();
  const { pathname, search } = useLocation();
  const isOnline = useIsOnline();
  const [isHeld, setIsHeld] = useState(false);
  // A short loss of the connection must not discard a password that is being typed, or a scanned secret.
  const [begunAt, setBegunAt] = useState<string | null>(null);
  const canDoStep = isOnline || begunAt === pathname;
  switch (isHeld ? 'setUp' : decideAccess(access, session, canDoStep)) {
    case 'show':
      // Form input of one user's page must not be shown to the next user.
      return access === 'public' ? children : <Fragment key={userId}>{children}</Fragment>;
    case 'setUp':
      return <RequiredStepPage key={userId} onBegin={() => setBegunAt(pathname)} onHold={setIsHeld} />;
    case 'wait':
      return <Spinner />;
    case 'login':
      return <Navigate to={paths.login(pathname + search)} replace />;
    case 'home':
      return <TurnedAway />;
  }
}

/** Redirects to the front page, unless the refreshed user turns out to be an admin. */
function TurnedAway() {
  return useIsMemoryChecked() ? <Navigate to={paths.home} replace /> : <Spinner />;
}
