import { Answer, type Asked, toRequest } from './ask.ts';
import type { TestServer } from './test-server.ts';

const PROXY = '192.0.2.1';

/** Configuration of a server for {@link askFrom}. */
export const behindProxy = { trustedProxies: [PROXY] };

/** Asks as a client with this address, by way of a proxy that the server trusts. */
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
