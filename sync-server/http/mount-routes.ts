import type { Hono } from 'hono';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ApiError } from './reply/api-error.ts';
import type { AppEnv } from './reply.ts';
import type { Route } from './route.ts';

/**
 * Mounts the table of all calls. Throws when one of them has no handler, or two. Any other request below /api
 * gets an error in JSON: 405 with the methods that the path supports, 404 otherwise.
 */
export function mountRoutes(app: Hono<AppEnv>, routes: readonly Route[]): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const count = routes.filter((route) => route.endpoint === endpoint).length;
    if (count !== 1) throw new Error(`The call ${name} has ${count} routes`);
  }
  for (const { endpoint, handle } of routes) app.on(endpoint.method, endpoint.path, (c) => handle(c));
  for (const path of new Set(routes.map((route) => route.endpoint.path))) {
    const methods = routes.filter((route) => route.endpoint.path === path).map((r) => r.endpoint.method);
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    app.all(path, () => {
      throw new ApiError('method_not_allowed', { headers: { Allow: allow } });
    });
  }
  const notFound = () => {
    throw new ApiError('not_found');
  };
  app.all('/api', notFound);
  app.all('/api/*', notFound);
}
