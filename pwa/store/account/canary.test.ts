import { beforeEach, describe, expect, it } from 'vitest';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { deleteDatabase, knownUserId, resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { leavePrivateStore, openPrivateStore } from '../database/private-store.ts';
import { findLostCommands, updateCanary } from './canary.ts';
import { dismissLostCommands, recallUnsent } from './canary-note.ts';
import { listUnsent } from './outbox.ts';

const activation = { courseId: 'c1', courseTitle: 'One', code: 'A' };

beforeEach(async () => {
  await resetDevice();
  signInAs(alice);
});

async function loseDatabase() {
  leavePrivateStore(alice.id);
  await deleteDatabase(`carrel-user-${alice.id}`);
}

describe('a database that the browser lost', () => {
  it('is detected even if the empty one was drained before the check', async () => {
    await enqueueActivation(knownUserId(), activation);
    await loseDatabase();
    const store = openPrivateStore(alice.id);
    expect(await drain(store, realPorts)).toMatchObject({ end: 'drained' });
    expect(await findLostCommands(store)).toBe(1);
  });

  it('is detected: N unsent changes were lost, until the user dismisses the notice', async () => {
    await enqueueActivation(knownUserId(), activation);
    await recordProgress(knownUserId(), 'l1', { isCompleted: true });
    await loseDatabase();
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
    dismissLostCommands(alice.id);
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(0);
  });

  it('adds up over several accidents', async () => {
    await enqueueActivation(knownUserId(), activation);
    await loseDatabase();
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(1);
    await enqueueActivation(knownUserId(), activation);
    await loseDatabase();
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(2);
  });

  it('is no loss if nothing was unsent', async () => {
    await updateCanary(openPrivateStore(alice.id));
    await loseDatabase();
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(0);
  });

  it('is not reported when nothing was lost', async () => {
    await enqueueActivation(knownUserId(), activation);
    expect(await findLostCommands(openPrivateStore(alice.id))).toBe(0);
    expect(recallUnsent(alice.id)).toBe(1);
    expect(await listUnsent(openPrivateStore(alice.id))).toHaveLength(1);
  });
});
