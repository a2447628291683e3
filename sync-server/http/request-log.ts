import type { Logger } from 'pino';
import type { AppContext } from './reply.ts';

/**
 * Logs one line for each request that changed or rejected something; successful reads are logged at level
 * debug. The query is omitted, because it may contain secrets.
 */
export function logRequest(log: Logger, c: AppContext, startedMs: number): void {
  const { status } = c.res;
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && status < 400 && !log.isLevelEnabled('debug')) return;
  const line = {
    requestId: c.get('requestId'),
    method: c.req.method,
    path: c.req.path.slice(0, 200),
    status,
    ms: Math.round(performance.now() - startedMs),
  };
  if (status >= 500) log.error(line, 'request failed');
  else if (status >= 400) log.warn(line, 'request refused');
  else if (isRead) log.debug(line, 'request');
  else log.info(line, 'request');
}
