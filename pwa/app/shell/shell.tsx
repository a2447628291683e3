import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { UpdateNotice } from '#pwa/install/update-notice.tsx';
import { useSession } from '#pwa/session/use-session.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { HeaderPortalContext } from '#pwa/ui/layout/header-portal.tsx';
import { AdminNavigation } from '../navigation/admin-navigation.tsx';
import { NavigationBar } from '../navigation/navigation-bar.tsx';
import { StudyBar } from '../navigation/study-bar.tsx';
import type { Frame } from '../screens/screens.tsx';
import { StatusAnnouncer } from '../sync-status/status-announcer.tsx';
import { ActionErrorNotice } from './action-error-notice.tsx';
import { Footer } from './footer.tsx';
import { PendingNavigationNote } from './pending-navigation-note.tsx';
import styles from './shell.module.css';

const SessionSheet = lazy(async () => ({ default: (await import('./session-sheet.tsx')).SessionSheet }));

/** Constant, so that a navigation does not render them again. */
const notices = (
  <>
    <PendingNavigationNote />
    <EndedSession />
    <UpdateNotice />
    <ActionErrorNotice />
    <StatusAnnouncer />
  </>
);

/** Header, page and footer around every screen; for studying and editing, a slim bar and no footer. */
export function Shell({ frame, children }: { frame: Frame; children: ReactNode }) {
  const [portal, setPortal] = useState<HTMLElement | null>(null);
  const isSlim = frame === 'study' || frame === 'editor';
  return (
    <HeaderPortalContext value={portal}>
      <div className={styles.shell}>
        <SkipLink />
        {isSlim ? <StudyBar frame={frame} onPortal={setPortal} /> : <NavigationBar />}
        {frame === 'admin' && <AdminNavigation />}
        <main className={classNames(styles.main, !isSlim && styles.site)} id="main" tabIndex={-1}>
          {children}
        </main>
        {!isSlim && <Footer />}
        {notices}
      </div>
    </HeaderPortalContext>
  );
}

/** Loaded once a session has ended. It stays then, because it knows who has folded it. */
function EndedSession() {
  const isExpired = useSession().state === 'expired';
  const [wasExpired, setWasExpired] = useState(isExpired);
  if (isExpired && !wasExpired) setWasExpired(true);
  return (
    wasExpired && (
      <Suspense fallback={null}>
        <SessionSheet />
      </Suspense>
    )
  );
}

function SkipLink() {
  const { pathname, search } = useLocation();
  const skip = (event: MouseEvent) => {
    // Without a hash in the URL, which the router would treat as a navigation.
    event.preventDefault();
    document.getElementById('main')?.focus();
  };
  return (
    <a className={styles.skip} href={`${pathname}${search}#main`} onClick={skip}>
      Skip to content
    </a>
  );
}
