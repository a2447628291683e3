import { expect, it } from 'vitest';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { openAdminDevice } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { createRandom } from '../testing/random.ts';
import { drainLater } from '../testing/world.ts';
import { QUEUED, queueLessons, renaming, titlesOnServer } from './long-queue-for-test.ts';

/** `npm run test:all` runs more; a failure is run alone with SEED=<n>. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 2);
const only = process.env.SEED;
const seeds = only === undefined ? Array.from({ length: SCHEDULES }, (_, n) => n + 1) : [Number(only)];

/** Half of the requests succeed. */
const befalling = ['none', 'none', 'none', faults.requestLost, faults.replyLost, faults.error500] as const;

it.each(seeds)(
  'a queue of several batches arrives, each command once, whatever faults network and page have (SEED=%i)',
  async (seed) => {
    const { world, store } = await openAdminDevice();
    const random = createRandom(seed);
    const renamed = new Set<number>();
    const others: Record<number, CommandBody> = {};
    for (let at = 2; at <= QUEUED; at += 1) {
      const lesson = 1 + random.below(at - 1);
      if (random.below(3) > 0 || renamed.has(lesson) || others[lesson] !== undefined) continue;
      renamed.add(lesson);
      others[at] = renaming(lesson);
    }
    await queueLessons(store, others);
    for (let tries = 0; tries < 8; tries += 1) {
      world.network.plan = [random.pick(befalling), random.pick(befalling), random.pick(befalling)];
      let steps = random.below(20);
      const onStep = () => {
        steps -= 1;
        if (steps === 0) throw new Error('the page is gone');
      };
      await drainLater(store, { onStep }).catch(() => undefined);
    }
    world.network.plan = [];
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    const titles = await titlesOnServer(world);
    expect(titles).toHaveLength(QUEUED - renamed.size);
    expect(titles.filter((title) => title === 'Renamed')).toHaveLength(renamed.size);
    const states = (await store.outbox.toArray()).map(({ state, lastStatus }) => `${state} ${lastStatus}`);
    expect(new Set(states)).toEqual(new Set(['acknowledged 200']));
  },
);
