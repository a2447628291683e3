import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { activationRoutes } from './activation/activation-routes.ts';
import { mountApiDocs } from './api-docs/api-docs-routes.ts';
import { mountAppFiles } from './app-files/app-files-routes.ts';
import { mountPictures } from './app-files/picture-routes.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import { batchRoutes } from './codes/batch-routes.ts';
import { codeRoutes } from './codes/code-routes.ts';
import { exportRoute, mountCourseFiles } from './course-files/export-routes.ts';
import { Catalogue } from './courses/catalogue.ts';
import { courseRoutes } from './courses/course-routes.ts';
import { hasUnstorableText, isDatabaseUnavailable } from './db/postgres/unavailable.ts';
import type { Deps } from './deps.ts';
import { isDiskFull } from './disk-full.ts';
import { editorRoutes } from './editor/editor-routes.ts';
import { erasureRoutes } from './erasure/erasure-routes.ts';
import { historyRoutes } from './history/history-routes.ts';
import { CachedRouter } from './http/cached-router.ts';
import { clientAddressOf } from './http/client-address-of.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { unstorableTextError } from './http/nul.ts';
import { mountProxyProbe } from './http/proxy-probe.ts';
import { ApiError } from './http/reply/api-error.ts';
import {
  type AppContext,
  type AppEnv,
  errorReply,
  reply,
  withCompression,
  withStandardHeaders,
} from './http/reply.ts';
import { logRequest } from './http/request-log.ts';
import { mountSecurityTxt } from './http/security-txt.ts';
import { mountMedia } from './media/media-routes.ts';
import { StoreUnavailableError } from './media-store/media-store.ts';
import { mountMetrics } from './metrics/metrics-routes.ts';
import { personalDataRoutes } from './personal-data/personal-data-routes.ts';
import { progressRoutes } from './progress/progress-routes.ts';
import { quizRoutes } from './quizzes/quiz-routes.ts';
import { recoveryRoutes } from './recovery/recovery-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { passkeyRoutes } from './second-factor/passkeys/passkey-routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { shopRoutes } from './shops/shop-routes.ts';
import { siteRoutes } from './site/site-routes.ts';
import { statsRoutes } from './stats/stats-routes.ts';
import { supportRoutes } from './support/support-routes.ts';
import { batchRoute } from './sync/batch/batch-routes.ts';
import type { Dispatch } from './sync/batch/batched-request.ts';
import { eventsRoute } from './sync/events-routes.ts';
import { pullRoute } from './sync/pull-routes.ts';
import { trashRoutes } from './trash/trash-routes.ts';
import { mountUploads } from './uploads/tus/tus-routes.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';
import { passwordRoutes } from './users/password-routes.ts';
import { peopleRoutes } from './users/people-routes.ts';
import { personRoutes } from './users/person-routes.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { mountAvatars } from './users/user-list.ts';

/** A store that restarts is back by then. */
const STORE_RETRY_SECONDS = 10;

export type App = Hono<AppEnv>;

/** The whole server as one `fetch`: the API, the media, the built app. Opens no port. */
export function createApp(deps: Deps): App {
  const app = new Hono<AppEnv>({ router: new CachedRouter() });
  mountHeadersAndLog(app, deps);
  mountMetrics(app, deps);
  mountHealth(app, deps);
  mountProxyProbe(app, deps);
  mountSecurityTxt(app, deps);
  mountApiDocs(app);
  mountUploads(app, deps);
  const catalogue = new Catalogue(deps);
  const routes = [
    ...authRoutes(deps),
    ...sessionRoutes(deps),
    ...courseRoutes(deps, catalogue),
    ...activationRoutes(deps),
    ...progressRoutes(deps),
    ...profileRoutes(deps),
    ...passwordRoutes(deps),
    ...personalDataRoutes(deps),
    ...erasureRoutes(deps),
    ...secondFactorRoutes(deps),
    ...passkeyRoutes(deps),
    ...recoveryRoutes(deps),
    ...supportRoutes(deps),
    ...peopleRoutes(deps),
    ...personRoutes(deps),
    ...statsRoutes(deps),
    ...siteRoutes(deps),
    ...reportRoutes(deps),
    ...editorRoutes(deps),
    ...quizRoutes(deps),
    ...codeRoutes(deps),
    ...shopRoutes(deps),
    ...batchRoutes(deps),
    ...trashRoutes(deps),
    ...historyRoutes(deps),
    ...uploadRoutes(deps),
    exportRoute(deps),
    pullRoute(deps),
    eventsRoute(deps),
  ];
  const dispatch: Dispatch = (request, env) => app.fetch(request, env);
  mountRoutes(app, [...routes, batchRoute(deps, routes, dispatch)]);
  mountAvatars(app, deps);
  mountCourseFiles(app, deps);
  mountPictures(app, deps);
  mountMedia(app, deps);
  mountAppFiles(app, deps, catalogue);
  return app;
}

/** Wraps every call: the request's id, the headers on every reply, errors as JSON, the log. */
function mountHeadersAndLog(app: App, deps: Deps): void {
  const handleError = createErrorHandler(deps);
  app.use(async (c, next) => {
    const startedMs = performance.now();
    c.set('requestId', randomUUID());
    noteSender(deps, c);
    try {
      await next();
    } catch (thrown) {
      // Hono passes only Errors to onError; another value thrown by a library would not be logged.
      c.res = handleError(new Error(`A value that is no Error was thrown: ${JSON.stringify(thrown)}`), c);
    }
    const response = await withCompression(c, withStandardHeaders(c, c.res));
    if (response !== c.res) {
      // Hono would add the headers of the reply that is replaced.
      c.res = undefined;
      c.res = response;
    }
    // The load balancer is told to send nothing more; that is no failure, and the signal has a line of its own.
    const isDrainNotice = deps.readiness.isDraining && c.req.path === '/readyz';
    if (!isDrainNotice) logRequest(deps.log, c, startedMs);
  });
  app.notFound((c) => errorReply(c, new ApiError('not_found')));
  app.onError(handleError);
}

/** The reply to an exception of a handler; logs any exception other than ApiError. */
function createErrorHandler(deps: Deps) {
  return (error: Error, c: AppContext): Response => {
    if (error instanceof ApiError) return errorReply(c, error);
    if (hasUnstorableText(error)) return errorReply(c, unstorableTextError());
    if (isDatabaseUnavailable(error)) {
      deps.log.error(
        { requestId: c.get('requestId'), error: String(error) },
        'the database cannot be used at the moment',
      );
      return errorReply(c, new ApiError('server_unavailable', { headers: { 'Retry-After': '1' } }));
    }
    if (isDiskFull(error)) {
      deps.log.error({ requestId: c.get('requestId'), error: String(error) }, 'the disk is full');
      return errorReply(c, new ApiError('server_full'));
    }
    if (error instanceof StoreUnavailableError) {
      deps.log.error({ requestId: c.get('requestId'), error: String(error) }, 'the files cannot be reached');
      return errorReply(c, storeUnavailable());
    }
    deps.log.error(
      { requestId: c.get('requestId'), error: error.stack ?? String(error) },
      'unexpected error',
    );
    return errorReply(c, new ApiError('internal'));
  };
}

function storeUnavailable(): ApiError {
  const headers = { 'Retry-After': String(STORE_RETRY_SECONDS) };
  return new ApiError('server_busy', { message: serverMessages.storeUnavailable, headers });
}

/** Checks the sender of X-Forwarded-For at the first request instead of the first login. */
function noteSender(deps: Deps, c: AppContext): void {
  if (c.req.header('X-Forwarded-For') !== undefined) clientAddressOf(deps, c);
}

function mountHealth(app: App, deps: Deps): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  app.get('/healthz', (c) => reply(c, 'alive\n', { headers }));
  app.get('/readyz', async (c) => {
    if (deps.readiness.isDraining) return reply(c, 'stopping\n', { status: 503, headers });
    await sql`select 1`.execute(deps.db);
    return reply(c, 'ready\n', { headers });
  });
}
