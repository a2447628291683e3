import { onTestFinished } from 'vitest';
import { storeConfig } from './s3-for-test.ts';
import { createTestServer, startTestServer, type TestServer } from './test-server.ts';

type Options = Parameters<typeof createTestServer>[0];

/** A server that is closed when the running test ends. */
export async function serverForTest(options: Options = {}): Promise<TestServer> {
  const server = await createTestServer(await withStore(options));
  onTestFinished(() => server.close());
  return server;
}

/** A listening server that is closed when the running test ends. */
export async function listeningServerForTest(options: Options = {}) {
  const server = await startTestServer(await withStore(options));
  onTestFinished(() => server.close());
  return server;
}

async function withStore(options: Options): Promise<Options> {
  return { ...options, config: { ...(await storeConfig()), ...options?.config } };
}
