import { expect, it } from 'vitest';
import { listHistory } from '../schedule/schedule-for-test.ts';
import { openShop, sendOrder, sold } from '../shops/shops-for-test.ts';
import { severalServers } from '../testing/postgres/several-servers.ts';

const MINUTE_MS = 60_000;

async function two() {
  const [first, second] = await severalServers(2);
  if (first === undefined || second === undefined) throw new Error('There are two servers');
  return { first, second };
}

it('Two processes that find a course due at the same moment unpublish it once', async () => {
  const { first, second } = await two();
  const unpublishAt = new Date(first.clock.now().getTime() + MINUTE_MS).toISOString();
  const path = '/api/admin/courses/tides';
  await first.request(path, { method: 'PUT', as: first.people.admin, body: { unpublishAt } });
  for (const { clock } of [first, second]) clock.advance(MINUTE_MS);
  await Promise.all([first, second].map(({ deps }) => deps.publishSchedule.applyDue()));
  const history = await listHistory(first, 'tides');
  expect(history.filter(({ after }) => after.by === 'schedule')).toMatchObject([
    { after: { status: 'unpublished', unpublishAt: null } },
  ]);
  const applied = [first, second].map(({ log }) => log.join('').split('schedule applied').length - 1);
  expect(applied.sort()).toEqual([0, 1]);
});

it('An order that two processes receive at the same moment, five times, has one code and one mail', async () => {
  const { first, second } = await two();
  const shop = await openShop(first, 'stripe');
  const sent = [first, second, first, second, first].map((server) => sendOrder(server, shop));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { codes, mails } = await sold(first);
  expect([codes.length, mails.length]).toEqual([1, 1]);
});

it('An order and its refund that two processes receive at the same moment leave no code that works', async () => {
  const { first, second } = await two();
  const shop = await openShop(first, 'gumroad');
  for (let round = 0; round < 10; round += 1) {
    const orderId = String(round);
    await Promise.all([
      sendOrder(first, shop, { orderId }),
      sendOrder(second, shop, { orderId, isRefund: true }),
    ]);
  }
  const { codes } = await sold(first);
  expect(codes.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
});
