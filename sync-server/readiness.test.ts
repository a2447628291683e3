import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestServer } from './testing/test-server.ts';

const setUp = async () => {
  const server = await createTestServer();
  onTestFinished(() => server.close());
  return server;
};

describe('/readyz', () => {
  it('refuses new requests while the process drains, which is no failure in the log', async () => {
    const server = await setUp();
    expect((await server.request('/readyz')).status).toBe(200);
    server.deps.readiness.beginDrain();
    expect(await server.request('/readyz')).toMatchObject({ status: 503, text: 'stopping\n' });
    expect((await server.request('/healthz')).status).toBe(200);
    expect(server.log.join('')).not.toContain('request failed');
  });

  it('is a failure in the log when the database cannot be reached', async () => {
    const server = await createTestServer();
    await server.close();
    expect((await server.request('/readyz')).status).toBeGreaterThanOrEqual(500);
    expect(server.log.join('')).toContain('request failed');
  });
});
