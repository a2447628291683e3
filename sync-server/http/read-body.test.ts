import { expect, it } from 'vitest';
import { serverForTest } from '../testing/server-for-test.ts';

const PARTS_MAX = 20_000;

/** A sign-in with so many objects and lists in it, and as many brackets in a text, which are none. */
const bodyOf = (parts: number) =>
  `{"email":"alice@example.org","password":"${'[{'.repeat(100)}","more":[${'[],'.repeat(parts - 3)}[]]}`;

async function ask(parts: number) {
  const server = await serverForTest();
  return server.ask('/api/auth/login', { method: 'POST', raw: bodyOf(parts) });
}

it('a body of as many parts as are allowed is read', async () => {
  expect((await ask(PARTS_MAX)).status).toBe(401);
});

it('a body of one part more is refused before it is parsed', async () => {
  const answer = await ask(PARTS_MAX + 1);
  expect([answer.status, answer.refusal.code]).toEqual([400, 'malformed_json']);
});
