import { expect, it, onTestFinished } from 'vitest';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { createEngine } from '#pwa/sync/replay/engine.ts';
import { storeVideo } from '#pwa/sync/uploads/store-upload.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { faults } from '../testing/network.ts';
import {
  createVideoFile,
  lesson,
  MB,
  openUploadDevice,
  startPage,
  waitForState,
} from '../testing/upload-world.ts';
import { arrive, openWorld, unlock } from '../testing/world.ts';

/* Nothing else happens on the device: only a timer can try again. */

it('a command that failed is sent again when it is due', async () => {
  const world = await openWorld();
  await unlock(world, world.server.people.alice, 'stars', 'STARS-CODE-1');
  const store = await arrive(world, world.server.people.alice);
  await recordProgress(knownUserId(), 'stars-lesson-1', { isCompleted: true });
  const [row] = await listUnsent(store);
  const engine = createEngine(() => undefined);
  onTestFinished(engine.stop);
  world.network.plan = [faults.tooMany];
  await engine.run('ordinary');
  expect(await findCommand(store, row?.command.id ?? '')).toMatchObject({ state: 'waiting', attempts: 1 });
  await waitFor(async () => expect(await listUnsent(store)).toEqual([]));
});

it('an upload that failed is tried again when it is due', async () => {
  const { world, store } = await openUploadDevice();
  const { uploadId } = await storeVideo(knownUserId(), lesson, createVideoFile(MB));
  world.network.plan = [faults.error500];
  startPage();
  await waitForState(store, uploadId, 'arrived');
  expect(world.network.plan).toEqual([]);
});
