import { type ComponentType, lazy, Suspense, useMemo, useRef, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths, routePatterns } from '../paths.ts';
import { PageVisit, PageVisitContext } from '../ui/page-focus.ts';
import { Spinner } from '../ui/spinner.tsx';
import { AccessGuard } from './access-guard.tsx';
import { whileOpening } from './opening.ts';
import { findScreen, listScreens, type Screen } from './screens.tsx';
import { Shell } from './shell.tsx';
import { useScrollMemory } from './use-scroll-memory.ts';

/** The whole app: the shell around whichever screen the address names. */
export function App() {
  return (
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  );
}

function Pages() {
  const { pathname } = useLocation();
  const visit = usePageVisit(pathname);
  useScrollMemory();
  return (
    <PageVisitContext value={visit}>
      <Shell frame={findScreen(pathname)?.frame ?? 'site'}>
        <Suspense fallback={<Spinner />}>
          <Routes>
            {listScreens().map((screen) => (
              <Route
                key={screen.route}
                path={routePatterns[screen.route]}
                element={
                  <AccessGuard key={screen.route} access={screen.access}>
                    <ScreenPage screen={screen} />
                  </AccessGuard>
                }
              />
            ))}
            <Route path="*" element={<Navigate to={paths.home} replace />} />
          </Routes>
        </Suspense>
      </Shell>
    </PageVisitContext>
  );
}

/** A chunk that is here is drawn at once: suspending for it, if only for a tick, would show the spinner. */
function ScreenPage({ screen }: { screen: Screen }) {
  // Held for as long as the screen stays, for another component type would drop everything typed into it.
  const [Page] = useState(() => screen.findPage() ?? lazyPage(screen));
  return <Page />;
}

const lazyPages = new Map<Screen, ComponentType>();

/** A page that suspends until its chunk is here; one for each screen, for all times. */
function lazyPage(screen: Screen): ComponentType {
  const page = lazyPages.get(screen) ?? lazy(() => whileOpening(screen.preload()));
  lazyPages.set(screen, page);
  return page;
}

function usePageVisit(pathname: string): PageVisit {
  const first = useRef(pathname);
  const hasMoved = useRef(false);
  return useMemo(() => {
    hasMoved.current ||= pathname !== first.current;
    return new PageVisit(!hasMoved.current);
  }, [pathname]);
}
