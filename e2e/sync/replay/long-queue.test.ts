import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { realPorts } from '#pwa/sync/replay/replay.ts';
import { openAdminDevice } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { drainLater, type World } from '../testing/world.ts';
import { QUEUED, queueLessons, renaming, titlesOnServer } from './long-queue-for-test.ts';

/* More commands than fit a round trip. */

const AT_ONCE = 100;

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
});

const standing = async (from: number, to: number) =>
  new Set(
    (await listUnsent(store))
      .filter(({ order }) => order >= from && order <= to)
      .map(({ state, attempts, lastStatus }) => [state, attempts, lastStatus].join(' ')),
  );
describe('a queue of several batches', () => {
  it('arrives in order, each command once, in as few round trips as possible', async () => {
    await queueLessons(store);
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    expect(world.network.batches).toBe(3);
    const paths = world.network.seen.map(({ key }) => key);
    const stored = await store.outbox.toArray();
    expect(paths).toEqual(stored.map(({ id }) => id));
    expect(await titlesOnServer(world)).toHaveLength(QUEUED);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('whose first batch gets no reply leaves the others unattempted', async () => {
    await queueLessons(store);
    world.network.plan = [faults.requestLost];
    expect(await drainLater(store)).toMatchObject({ end: 'stopped' });
    expect(await standing(1, AT_ONCE)).toEqual(new Set(['waiting 1 0']));
    expect(await standing(AT_ONCE + 1, QUEUED)).toEqual(new Set(['waiting 0 ']));
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    expect(await titlesOnServer(world)).toHaveLength(QUEUED);
  });

  it('arrives, each command once, when the page crashes with one batch in flight', async () => {
    await queueLessons(store);
    const die = (step: string) => {
      if (step === 'sent') throw new Error('the page is gone');
    };
    await expect(drainLater(store, { onStep: die })).rejects.toThrow('the page is gone');
    expect(await standing(1, AT_ONCE)).toEqual(new Set(['sending 1 ']));
    expect(await standing(AT_ONCE + 1, QUEUED)).toEqual(new Set(['waiting 0 ']));
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    expect(await titlesOnServer(world)).toHaveLength(QUEUED);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('sends each batch after the acks of the one before are stored', async () => {
    await queueLessons(store);
    const events: string[] = [];
    const sendBatch: typeof realPorts.sendBatch = (...call) => {
      events.push('send');
      return realPorts.sendBatch(...call);
    };
    const onStep = (step: string) => {
      if (step === 'applied') events.push('store');
    };
    expect(await drainLater(store, { sendBatch, onStep })).toMatchObject({ end: 'drained' });
    expect(events).toEqual(['send', 'store', 'send', 'store', 'send', 'store']);
  });

  it('whose session ends during the first batch leaves the others unattempted', async () => {
    await queueLessons(store);
    let sent = 0;
    const sendBatch: typeof realPorts.sendBatch = (...call) => {
      sent += 1;
      return realPorts.sendBatch(...call);
    };
    const identify = () => (sent === 0 ? realPorts.identify() : null);
    expect(await drainLater(store, { sendBatch, identify })).toMatchObject({ end: 'noIdentity' });
    expect(sent).toBe(1);
    expect(await listUnsent(store)).toHaveLength(QUEUED - AT_ONCE);
    expect(await standing(AT_ONCE + 1, QUEUED)).toEqual(new Set(['waiting 0 ']));
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    expect(await titlesOnServer(world)).toHaveLength(QUEUED);
  });

  it('does not send successors of a batch before its reply', async () => {
    await queueLessons(store, { 101: renaming(7), 102: renaming(8) });
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    const titles = await titlesOnServer(world);
    expect(titles.filter((title) => title === 'Renamed')).toHaveLength(2);
    expect(await listUnsent(store)).toEqual([]);
    const refused = await store.outbox.filter(({ lastStatus }) => lastStatus !== 200).toArray();
    expect(refused).toEqual([]);
  });
});
