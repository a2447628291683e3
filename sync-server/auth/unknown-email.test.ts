import * as argon2 from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { serverForTest } from '../testing/server-for-test.ts';

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof argon2>();
  return { ...original, verify: vi.fn(original.verify) };
});

it('an unknown email costs the same work as a wrong password, so that the time tells nothing', async () => {
  const server = await serverForTest();
  for (const email of ['alice@example.org', 'x@example.org']) {
    const answer = await server.ask('/api/auth/login', { body: { email, password: 'not this one' } });
    expect(answer.status).toBe(401);
  }
  // "$argon2id$v=19$m=19456,t=2,p=1$salt$hash": everything before the salt decides how long it takes.
  const costs = vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4));
  expect(costs).toHaveLength(2);
  expect(costs[1]).toEqual(costs[0]);
});
