import { beforeEach, describe, expect, it } from 'vitest';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueCode } from '#pwa/sync/enqueue/redeem-code.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { faults } from '../testing/network.ts';
import {
  activationsOnServer,
  arrive,
  drainLater,
  openWorld,
  usedCodesOnServer,
  type World,
} from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.alice);
});

describe('a code for an unknown course', () => {
  it('entered offline is stored, unlocks its course once, and names it', async () => {
    world.network.isDown = true;
    const id = await enqueueCode(knownUserId(), ' tides code 1 ');
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'waiting' });
    expect(readKnownUser()?.activatedCourses).toEqual([]);
    world.network.isDown = false;
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    const row = await findCommand(store, id);
    expect(row).toMatchObject({ state: 'acknowledged', command: { args: { found: { courseId: 'tides' } } } });
    expect(row && describeCommand(row.command)).toMatch(/^Unlock “/);
    expect(JSON.stringify(row)).not.toMatch(/tides code/i);
    expect(readKnownUser()?.activatedCourses).toEqual(['tides']);
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
    expect(await usedCodesOnServer(world)).toEqual(['alice TIDES-CODE-1']);
  });

  it.each(Object.entries(faults))('is redeemed once after the network fault %s', async (_, fault) => {
    await enqueueCode(knownUserId(), 'TIDES-CODE-1');
    world.network.plan = [fault, fault];
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await usedCodesOnServer(world)).toEqual(['alice TIDES-CODE-1']);
  });

  it('waits beside the codes of other courses, each once, and a wrong one blocks no other', async () => {
    world.network.isDown = true;
    const wrong = await enqueueCode(knownUserId(), 'NO-SUCH-CODE');
    const tides = await enqueueCode(knownUserId(), 'TIDES-CODE-1');
    expect(await enqueueCode(knownUserId(), 'tides-code-1')).toBe(tides);
    await enqueueCode(knownUserId(), 'STARS-CODE-1');
    await recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
    world.network.isDown = false;
    for (let round = 0; round < 3; round += 1) await drainLater(store);
    const unsent = await listUnsent(store);
    expect(unsent).toMatchObject([{ id: wrong, state: 'refused', lastProblem: 'Invalid activation code' }]);
    expect(readKnownUser()?.activatedCourses.toSorted()).toEqual(['stars', 'tides']);
    const again = await enqueueCode(knownUserId(), 'NO-SUCH-CODE');
    expect((await listUnsent(store)).map(({ id }) => id)).toEqual([again]);
  });

  it('is not resent after a restore, because the device has only a proof of it', async () => {
    await enqueueCode(knownUserId(), 'TIDES-CODE-1');
    await drainLater(store);
    expect(await requeueAcknowledged(store, 'another epoch')).toEqual({ offered: 0, unable: 1, proofs: 1 });
  });

  it('that is blank is not queued', async () => {
    await expect(enqueueCode(knownUserId(), '  ')).rejects.toThrow('Please enter an activation code');
  });
});
