import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findUpload } from '#pwa/store/account/uploads.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueModuleCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { storeVideo } from '#pwa/sync/uploads/store-upload.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { requiredStepOf } from '#schema/account/required-step.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';
import { openAdminDevice, tides } from '../testing/editor-world.ts';
import { openPage } from '../testing/page.ts';
import {
  createVideoFile,
  digestOfFile,
  lesson,
  MB,
  openUploadDevice,
  shownDigest,
  startPage,
  waitUntilSent,
} from '../testing/upload-world.ts';
import { drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

/**
 * Sets the required step in the server's database, without the device's knowledge, for an admin who has
 * worked here.
 */
async function setStep(step: 'password' | null): Promise<void> {
  const mustChangePassword = step === 'password' ? 1 : 0;
  const { db } = world.server.deps;
  await inTransaction(db, (trx) =>
    trx.updateTable('users').set({ mustChangePassword }).where('id', '=', 'admin').execute(),
  );
}

const modules = () => world.server.deps.db.selectFrom('modules').select('title').execute();
const addModule = (title: string) => enqueueModuleCreate(knownUserId(), tides, { title });
const knownStep = () => {
  const user = readKnownUser();
  return user === null ? null : requiredStepOf(user);
};

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
});

describe('edits of an account with a required step', () => {
  it('all wait, single or in a batch, and are sent afterwards', async () => {
    const before = (await modules()).length;
    await setStep('password');
    await addModule('Alone');
    await drainLater(store);
    await addModule('Second');
    await addModule('Third');
    await drainLater(store);
    expect((await listUnsent(store)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(await modules()).toHaveLength(before);
    await setStep(null);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await modules()).toHaveLength(before + 3);
  });

  it('are not sent one by one when the whole batch is refused', async () => {
    await setStep('password');
    for (const title of ['One', 'Two', 'Three']) await addModule(title);
    await drainLater(store);
    expect(world.network.batches).toBe(1);
    expect(world.network.seen).toHaveLength(3);
  });

  it('say why they wait', async () => {
    await setStep('password');
    await addModule('Alone');
    await drainLater(store);
    const [row] = await listUnsent(store);
    expect(row?.lastProblem).toMatch(/^Choose a new password first/);
  });
});

describe('a page whose account has a required step', () => {
  it('learns it from the first refusal, sends nothing more, and resumes when the step is done', async () => {
    const before = (await modules()).length;
    const page = await openPage();
    const editor = await import('#pwa/sync/enqueue/editor-commands.ts');
    const addModule = (title: string) => editor.enqueueModuleCreate(knownUserId(), tides, { title });
    Object.assign(world.server.deps.config, { requireSecondFactor: 'admins' });
    await addModule('Waiting');
    await waitFor(() => expect(knownStep()).toBe('secondFactor'));
    const edits = () => world.network.seen.filter(({ method }) => method === 'POST').length;
    const sentBefore = edits();
    await addModule('Waiting too');
    expect(await listUnsent(store)).toHaveLength(2);
    await turnOnSecondFactor(world.server, world.server.people.admin);
    expect(edits()).toBe(sentBefore);
    await page.session.refreshUser();
    expect(knownStep()).toBeNull();
    await waitFor(async () => expect(await listUnsent(store)).toEqual([]));
    expect(await modules()).toHaveLength(before + 2);
  });
});

describe('a video of an account with a required step', () => {
  it('stays on the device and is uploaded afterwards', async () => {
    const uploadDevice = await openUploadDevice();
    world = uploadDevice.world;
    await setStep('password');
    const file = createVideoFile(MB);
    const { uploadId } = await storeVideo(knownUserId(), lesson, file);
    const stop = startPage();
    await waitFor(async () =>
      expect(await findUpload(uploadDevice.store, uploadId)).toMatchObject({
        state: 'waiting',
        problem: serverMessages.passwordChangeRequired,
      }),
    );
    stop();
    await setStep(null);
    await uploadDevice.store.database.uploads.update(uploadId, { nextAttemptAt: null });
    startPage();
    await waitUntilSent(uploadDevice.store, uploadId);
    expect(await shownDigest(world)).toBe(await digestOfFile(file));
  });
});
