import { Answer, type Asked, toRequest } from './ask.ts';
import type { TestServer } from './test-server.ts';

const PROXY = '192.0.2.1';

/** Server configuration for `askFrom`. */
export const behindProxy = { trustedProxies: [PROXY] };

/** Sends a request as a client with this address, through a trusted proxy. */
export async function askFrom(
  server: TestServer,
  address: string,
  path: string,
  asked: Asked = {},
): Promise<Answer> {
  const request = toRequest({ ...asked, headers: { ...asked.headers, 'X-Forwarded-For': address } });
  const connection = { incoming: { socket: { remoteAddress: PROXY } } };
  return Answer.of(await server.app.request(path, request, connection));
}
