import type { Deps } from '../deps.ts';
import type { AppContext } from './reply.ts';

/** The client address of a request, for limits and logs. */
export function clientAddressOf(deps: Deps, c: AppContext): string {
  return deps.clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('X-Forwarded-For'));
}
