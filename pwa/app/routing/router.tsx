import { type ComponentType, lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { Spinner } from '#pwa/ui/display/spinner.tsx';
import { PageVisit, PageVisitContext } from '#pwa/ui/layout/page-focus.ts';
import { trackNavigation } from '../screens/pending-navigation.ts';
import { findScreen, type Screen } from '../screens/screens.tsx';
import { enableControls } from '../served/take-served-page.ts';
import { Shell } from '../shell/shell.tsx';
import { AccessGuard } from './access-guard.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageRouter } from './page-router.tsx';
import { useScrollMemory } from './use-scroll-memory.ts';

/** The whole app: the shell around the current screen. */
export function App() {
  return (
    <PageRouter>
      <Pages />
    </PageRouter>
  );
}

/** Of one screen: a step within it does not render its guard again. */
const CurrentScreen = memo(({ screen }: { screen: Screen }) => (
  <AccessGuard key={screen.route} access={screen.access}>
    <ScreenPage screen={screen} />
  </AccessGuard>
));

/** The app below its router. */
export function Pages() {
  const { pathname } = useLocation();
  const screen = findScreen(pathname);
  const visit = usePageVisit(pathname);
  useScrollMemory();
  useEffect(() => forgetFailedPages(pathname), [pathname]);
  return (
    <PageVisitContext value={visit}>
      <Shell frame={screen?.frame ?? 'site'}>
        <ErrorBoundary address={pathname}>
          <Suspense fallback={<Spinner />}>
            {screen === null ? <Navigate to={paths.home} replace /> : <CurrentScreen screen={screen} />}
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </PageVisitContext>
  );
}

/** Renders a loaded chunk synchronously: suspending, even for a tick, would show the spinner. */
function ScreenPage({ screen }: { screen: Screen }) {
  // Constant while the screen is mounted: another component type would discard everything typed into it.
  const [Page] = useState(() => screen.findPage() ?? lazyPage(screen));
  useEffect(enableControls, []);
  return <Page />;
}

const lazyPages = new Map<Screen, ComponentType>();
/** Screens whose chunk failed to load, with the path of the attempt. */
const failedAt = new Map<Screen, string>();

/** A component that suspends until its chunk is loaded; one per screen, until it fails. */
function lazyPage(screen: Screen): ComponentType {
  const page = lazyPages.get(screen) ?? lazy(() => trackNavigation(open(screen)));
  lazyPages.set(screen, page);
  return page;
}

async function open(screen: Screen): Promise<{ default: ComponentType }> {
  try {
    return await screen.preload();
  } catch (error) {
    failedAt.set(screen, location.pathname);
    throw error;
  }
}

/** After the user leaves a page whose chunk failed, returning to it loads the chunk again. */
function forgetFailedPages(pathname: string): void {
  for (const [screen, at] of failedAt) {
    if (at === pathname) continue;
    lazyPages.delete(screen);
    failedAt.delete(screen);
  }
}

function usePageVisit(pathname: string): PageVisit {
  const first = useRef(pathname);
  const hasMoved = useRef(false);
  return useMemo(() => {
    hasMoved.current ||= pathname !== first.current;
    return new PageVisit(!hasMoved.current);
  }, [pathname]);
}
