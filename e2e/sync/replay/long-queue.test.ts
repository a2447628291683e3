import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { realPorts } from '#pwa/sync/replay/replay.ts';
import { editorRow } from '#pwa/testing/editor-rows.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { openAdminDevice } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { createRandom } from '../testing/random.ts';
import { drainLater, type World } from '../testing/world.ts';

/* More commands than fit a round trip. */

const QUEUED = 250;
const AT_ONCE = 100;
const place = { courseId: 'tides', moduleId: 'tides-module-1' };

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
});

const newLesson = (at: number): CommandBody => ({
  kind: 'lesson.create',
  args: {
    ...{ ...lessonEntity.defaults, ...place, lessonId: `new-${at}`, title: `New ${at}` },
    ...{ type: 'text', position: 'a9' },
  },
});
const renaming = (at: number): CommandBody => ({
  kind: 'lesson.update',
  args: {
    ...{ ...place, lessonId: `new-${at}`, lessonTitle: `New ${at}`, version: 1 },
    ...{ base: { title: `New ${at}` }, changes: { title: 'Renamed' } },
  },
});

/** Queues new lessons in sequence, with other commands at the given positions. */
async function queue(others: Readonly<Record<number, CommandBody>> = {}): Promise<void> {
  const rows = Array.from({ length: QUEUED }, (_, at) => {
    const row = editorRow(at + 1, others[at + 1] ?? newLesson(at + 1));
    return { ...row, command: { ...row.command, userId: store.userId } };
  });
  await store.database.outbox.bulkAdd(rows);
}

const standing = async (from: number, to: number) =>
  new Set(
    (await listUnsent(store))
      .filter(({ order }) => order >= from && order <= to)
      .map(({ state, attempts, lastStatus }) => [state, attempts, lastStatus].join(' ')),
  );
/** Half of the requests succeed. */
const befalling = ['none', 'none', 'none', faults.requestLost, faults.replyLost, faults.error500] as const;

const titlesOnServer = async () => {
  const { db } = world.server.deps;
  const rows = await db.selectFrom('lessons').select('title').where('id', 'like', 'new-%').execute();
  return rows.map(({ title }) => title);
};

describe('a queue of several batches', () => {
  it('arrives in order, each command once, in as few round trips as possible', async () => {
    await queue();
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    expect(world.network.batches).toBe(3);
    const paths = world.network.seen.map(({ key }) => key);
    const stored = await store.outbox.toArray();
    expect(paths).toEqual(stored.map(({ id }) => id));
    expect(await titlesOnServer()).toHaveLength(QUEUED);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('whose first batch gets no reply leaves the others unattempted', async () => {
    await queue();
    world.network.plan = [faults.requestLost];
    expect(await drainLater(store)).toMatchObject({ end: 'stopped' });
    expect(await standing(1, AT_ONCE)).toEqual(new Set(['waiting 1 0']));
    expect(await standing(AT_ONCE + 1, QUEUED)).toEqual(new Set(['waiting 0 ']));
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    expect(await titlesOnServer()).toHaveLength(QUEUED);
  });

  it('arrives, each command once, when the page crashes with one batch in flight', async () => {
    await queue();
    const die = (step: string) => {
      if (step === 'sent') throw new Error('the page is gone');
    };
    await expect(drainLater(store, { onStep: die })).rejects.toThrow('the page is gone');
    expect(await standing(1, AT_ONCE)).toEqual(new Set(['sending 1 ']));
    expect(await standing(AT_ONCE + 1, QUEUED)).toEqual(new Set(['waiting 0 ']));
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    expect(await titlesOnServer()).toHaveLength(QUEUED);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('sends each batch after the acks of the one before are stored', async () => {
    await queue();
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
    await queue();
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
    expect(await titlesOnServer()).toHaveLength(QUEUED);
  });

  it('does not send successors of a batch before its reply', async () => {
    await queue({ 101: renaming(7), 102: renaming(8) });
    expect(await drainLater(store)).toMatchObject({ end: 'drained' });
    const titles = await titlesOnServer();
    expect(titles.filter((title) => title === 'Renamed')).toHaveLength(2);
    expect(await listUnsent(store)).toEqual([]);
    const refused = await store.outbox.filter(({ lastStatus }) => lastStatus !== 200).toArray();
    expect(refused).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'arrives, each command once, whatever faults network and page have (SEED=%i)',
    async (seed) => {
      const random = createRandom(seed);
      const renamed = new Set<number>();
      const others: Record<number, CommandBody> = {};
      for (let at = 2; at <= QUEUED; at += 1) {
        const lesson = 1 + random.below(at - 1);
        if (random.below(3) > 0 || renamed.has(lesson) || others[lesson] !== undefined) continue;
        renamed.add(lesson);
        others[at] = renaming(lesson);
      }
      await queue(others);
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
      const titles = await titlesOnServer();
      expect(titles).toHaveLength(QUEUED - renamed.size);
      expect(titles.filter((title) => title === 'Renamed')).toHaveLength(renamed.size);
      const states = (await store.outbox.toArray()).map(({ state, lastStatus }) => `${state} ${lastStatus}`);
      expect(new Set(states)).toEqual(new Set(['acknowledged 200']));
    },
  );
});
