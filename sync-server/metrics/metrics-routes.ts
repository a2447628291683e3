import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, type AppEnv, reply } from '../http/reply.ts';
import { Metrics } from './metrics.ts';

const PATH = '/metrics';
/** Any text may be sent as a method, and each would be a new series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures every request and serves the figures to the bearer of CARREL_METRICS_TOKEN; without it, neither. */
export function mountMetrics(app: Hono<AppEnv>, deps: Deps): void {
  const token = deps.config.metricsToken;
  if (token === undefined) {
    app.all(PATH, () => {
      throw new ApiError('not_found');
    });
    return;
  }
  const metrics = new Metrics(deps);
  app.use(async (c, next) => {
    const startedMs = performance.now();
    await next();
    metrics.observe(measure(c, startedMs));
  });
  app.get(PATH, async (c) => {
    if (!isBearer(c, token)) {
      const headers = { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'text/plain; charset=utf-8' };
      return reply(c, 'unauthorized\n', { status: 401, headers });
    }
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
    return reply(c, await metrics.read(), { headers });
  });
}

function measure(c: AppContext, startedMs: number) {
  return {
    route: routePath(c),
    method: METHODS.has(c.req.method) ? c.req.method : 'other',
    status: c.res.status,
    isBatched: c.env?.batched !== undefined,
    seconds: (performance.now() - startedMs) / 1_000,
  };
}

/** Compares hashes, which have the same length, in constant time. */
function isBearer(c: AppContext, token: string): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  return given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
