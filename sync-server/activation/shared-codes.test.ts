import { expect, it } from 'vitest';
import { listBatches, listCodes, registered, unlock } from '../codes/codes-for-test.ts';
import { inTransaction } from '../db/transaction.ts';
import { insertUser } from '../sessions/user-queries.ts';
import { requestFrom, trustedProxyConfig } from '../testing/from-address.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { issueTestToken } from '../testing/test-session.ts';

const CODE = 'AAAA-BBBB-CCCC';
const RACERS = 1_000;
const USES = 10;

async function learners(server: TestServer, count: number): Promise<Person[]> {
  const { deps, people } = server;
  const ids = Array.from({ length: count }, (_, i) => `racer-${i}`);
  await inTransaction(deps.db, async (trx) => {
    for (const id of ids) {
      const fields = { id, name: id, email: `${id}@example.org`, createdAt: '2026-11-21T08:00:00.000Z' };
      await insertUser(trx, { ...fields, passwordHash: 'none', role: 'user' });
    }
  });
  const tokens = await Promise.all(ids.map((id) => issueTestToken(deps, { id, tokenVersion: 1 })));
  return ids.map((id, i) => ({ ...people.alice, id, token: tokens[i] ?? '' }));
}

it('a code of ten uses unlocks for exactly ten of a thousand learners who send it at once', {
  timeout: 240_000,
}, async () => {
  const server = await serverForTest({ config: trustedProxyConfig });
  const { batch } = await registered(server, { maxUses: USES });
  const racers = await learners(server, RACERS);
  const replies = await Promise.all(
    racers.map((as, i) =>
      requestFrom(server, `10.1.${Math.floor(i / 250)}.${i % 250}`, '/api/courses/tides/activate', {
        ...{ as, body: { activationCode: CODE } },
      }),
    ),
  );
  const codes = replies.map((reply) => (reply.status === 200 ? 'unlocked' : reply.refusal.code));
  expect(codes.filter((code) => code === 'unlocked')).toHaveLength(USES);
  expect(codes.filter((code) => code === 'code_used')).toHaveLength(RACERS - USES);
  expect((await listCodes(server, batch.id))[0]).toMatchObject({ uses: USES });
  expect((await listBatches(server)).find(({ id }) => id === batch.id)?.uses).toBe(USES);
  const rows = await server.deps.db.selectFrom('activations').select('codeId').execute();
  expect(rows).toHaveLength(USES);
});

it('a learner takes one use of a shared code, however often they send it', async () => {
  const server = await serverForTest();
  const { batch } = await registered(server, { maxUses: 2 });
  await unlock(server, server.people.alice, CODE);
  expect((await unlock(server, server.people.alice, CODE)).status).toBe(200);
  expect((await listCodes(server, batch.id))[0]?.uses).toBe(1);
});

it('a shared code counts as unused until its last use', async () => {
  const server = await serverForTest();
  await registered(server, { maxUses: 2, codes: [CODE] });
  const unused = async () => {
    const reply = await server.request('/api/admin/courses/tides', { as: server.people.admin });
    return JSON.parse(reply.text).course.codeStats;
  };
  await unlock(server, server.people.alice, CODE);
  expect(await unused()).toEqual({ total: 4, unused: 4, used: 0 });
  await unlock(server, server.people.bob, CODE);
  expect(await unused()).toEqual({ total: 4, unused: 3, used: 1 });
});
