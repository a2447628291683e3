import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { CoverPattern } from '#pwa/course-ui/cover-pattern.tsx';
import { setServedSite } from '#pwa/device/site.ts';
import { setServedCatalogue } from '#pwa/session/queries/use-catalogue.ts';
import { ErrorBoundary } from '../routing/error-boundary.tsx';
import { Pages } from '../routing/router.tsx';
import { findScreen } from '../screens/screens.tsx';
import type { RenderedPage } from './served-page.ts';

/** Controls that need the app: they are inert until it has started. */
const CONTROLS = /<(button|form|search)(?=[ >])/g;
/** Fields are also read-only, for programs that fill them in: password managers, tests. */
const FIELDS = /<(input|textarea)(?=[ >])/g;
/** React asks for pictures ahead of its markup; in the root they would be in the app's place. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * The markup of a public page for a visitor, as the app's first render. Bundled for the server
 * (`dist/pwa/.pages/render-page.js`), which calls it with courses that every visitor may see.
 */
export async function renderPage(pathname: string, { courses, at, site }: RenderedPage): Promise<string> {
  await findScreen(pathname)?.preload();
  setServedSite(site);
  setServedCatalogue({ courses, refreshedAt: at });
  const html = renderToString(
    <StrictMode>
      <ErrorBoundary>
        <StaticRouter location={pathname}>
          <Pages />
        </StaticRouter>
      </ErrorBoundary>
    </StrictMode>,
  );
  return html
    .replace(PRELOADS, '')
    .replace(CONTROLS, '<$1 inert=""')
    .replace(FIELDS, '<$1 inert="" readonly=""');
}

/** The cover that pages draw for a course without a picture, as an SVG file. */
export const renderCover = (courseId: string): string =>
  renderToStaticMarkup(<CoverPattern courseId={courseId} />).replace(
    '<svg',
    '<svg xmlns="http://www.w3.org/2000/svg"',
  );
