import { type RequestOptions, TestResponse, toRequestInit } from './test-request.ts';
import type { TestServer } from './test-server.ts';

const PROXY = '192.0.2.1';

/** Server configuration for `requestFrom`. */
export const trustedProxyConfig = { trustedProxies: [PROXY] };

/** Sends a request as a client with this address, through a trusted proxy. */
export async function requestFrom(
  server: TestServer,
  address: string,
  path: string,
  options: RequestOptions = {},
): Promise<TestResponse> {
  const request = toRequestInit({ ...options, headers: { ...options.headers, 'X-Forwarded-For': address } });
  const connection = { incoming: { socket: { remoteAddress: PROXY } } };
  return TestResponse.of(await server.app.request(path, request, connection));
}
