import type * as Argon2 from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';

it('an unknown email costs the same work as a wrong password, so the response time reveals nothing', async () => {
  // The server is imported again, because other test files have imported it with the real library.
  vi.resetModules();
  const argon2 = await vi.importActual<typeof Argon2>('@node-rs/argon2');
  const verify = vi.fn(argon2.verify);
  vi.doMock('@node-rs/argon2', () => ({ ...argon2, verify }));
  const { serverForTest } = await import('../testing/server-for-test.ts');
  const server = await serverForTest();
  for (const email of ['alice@example.org', 'x@example.org']) {
    const response = await server.request('/api/auth/login', { body: { email, password: 'not this one' } });
    expect(response.status).toBe(401);
  }
  vi.doUnmock('@node-rs/argon2');
  vi.resetModules();
  // "$argon2id$v=19$m=19456,t=2,p=1$salt$hash": everything before the salt determines the cost.
  const costs = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4));
  expect(costs).toHaveLength(2);
  expect(costs[1]).toEqual(costs[0]);
});
