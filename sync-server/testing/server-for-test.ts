import { onTestFinished } from 'vitest';
import { createTestServer, startTestServer, type TestServer } from './test-server.ts';

type Options = Parameters<typeof createTestServer>[0];

/** A server that is closed when the running test ends. */
export async function serverForTest(options: Options = {}): Promise<TestServer> {
  const server = await createTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** A listening server that is closed when the running test ends. */
export async function listeningServerForTest(options: Options = {}) {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}
