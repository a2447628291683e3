import { expect, it } from 'vitest';
import { listCodes, registered, unlock } from '../codes/codes-for-test.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { race } from './race-for-test.ts';

const CODE = 'AAAA-BBBB-CCCC';

it('a code of ten uses unlocks for exactly ten of a hundred learners who send it at once', async () => {
  await race({ code: CODE, uses: 10, learners: 100 });
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
