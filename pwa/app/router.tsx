import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths, routePatterns } from '../paths.ts';
import { PageVisit, PageVisitContext } from '../ui/page-focus.ts';
import { Spinner } from '../ui/spinner.tsx';
import { AccessGuard } from './access-guard.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
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
  useEffect(() => forgetFailedPages(pathname), [pathname]);
  return (
    <PageVisitContext value={visit}>
      <Shell frame={findScreen(pathname)?.frame ?? 'site'}>
        <ErrorBoundary address={pathname}>
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
        </ErrorBoundary>
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
/** Screens whose chunk did not come, and the address at which it was wanted. */
const failedAt = new Map<Screen, string>();

/** A page that suspends until its chunk is here; one for each screen, until it fails. */
function lazyPage(screen: Screen): ComponentType {
  const page = lazyPages.get(screen) ?? lazy(() => whileOpening(open(screen)));
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

/** Whoever left a page that did not come, and goes there again, has it asked for again. */
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
