import { expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { useNextStoreVersion } from '#pwa/testing/next-store-version.ts';
import { openReleased, releasedPrivateStore, releasedVersions } from '#pwa/testing/released-stores.ts';
import { position, progressRowOf } from '#pwa/testing/rows.ts';
import { arrive, drainLater, openWorld, progressOnServer, unlock } from '../testing/world.ts';

const cases = releasedVersions.flatMap((version) => [0, 1, 500].map((count) => ({ version, count })));

/** The learner's position in seconds when this edit was queued. */
const secondOf = (order: number) => order * 2;
const instantOf = (order: number) => new Date(Date.UTC(2026, 10, 20) + order * 1_000).toISOString();

it.each(cases)(
  'the unsent commands of version $version ($count commands) arrive, each once',
  async ({ version, count }) => {
    const world = await openWorld();
    const { alice } = world.server.people;
    await unlock(world, alice, 'tides', 'TIDES-CODE-1');
    const outbox = Array.from({ length: count }, (_, index) => {
      const order = index + 1;
      return progressRowOf(order, [position('tides-lesson-1', secondOf(order), instantOf(order))]);
    });
    (await openReleased(releasedPrivateStore(alice.id, version), { outbox })).close();

    useNextStoreVersion();
    const store = await arrive(world, alice);
    expect(store.database.verno).toBe(releasedVersions.length + 1);
    expect(await listUnsent(store)).toEqual(outbox);
    // The first reply is lost, so some commands are sent twice.
    if (count > 0) world.network.plan = ['replyLost'];
    while ((await drainLater(store)).end !== 'drained');

    expect(await listUnsent(store)).toEqual([]);
    const receipts = await world.server.deps.db.selectFrom('receipts').select('key').execute();
    expect(receipts.map(({ key }) => key).sort()).toEqual(outbox.map(({ id }) => id));
    const [progress] = await progressOnServer(world, alice);
    expect(progress?.positionSeconds).toBe(count === 0 ? undefined : secondOf(count));
  },
);
