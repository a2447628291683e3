import { expect, it } from 'vitest';
import { serverForTest } from '../testing/server-for-test.ts';

const PARTS_MAX = 20_000;

/** A sign-in with this many objects and lists, and as many brackets inside a string, which do not count. */
const bodyOf = (parts: number) =>
  `{"email":"alice@example.org","password":"${'[{'.repeat(100)}","more":[${'[],'.repeat(parts - 3)}[]]}`;

async function request(parts: number) {
  const server = await serverForTest();
  return server.request('/api/auth/login', { method: 'POST', raw: bodyOf(parts) });
}

it('a body with the maximum number of parts is read', async () => {
  expect((await request(PARTS_MAX)).status).toBe(401);
});

it('a body with one part more is rejected before it is parsed', async () => {
  const response = await request(PARTS_MAX + 1);
  expect([response.status, response.refusal.code]).toEqual([400, 'malformed_json']);
});
