import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { resumeImport } from '#pwa/sync/imports/change-import.ts';
import { discardCommand, retryCommand, undoDiscard } from '#pwa/sync/outbox/outbox.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { dropUpload } from '#pwa/sync/uploads/change-upload.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { sweepMedia } from '#sync-server/uploads/files/sweep-media.ts';
import { openEmptyInstallation } from '../testing/course-file-world.ts';
import {
  countUploads,
  importLinked,
  listAttaching,
  PDF,
  readResources,
  sendAll,
  sendFiles,
} from '../testing/linked-files-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arriveAgain, backUp } from '../testing/restore-world.ts';
import { drainLater, type World } from '../testing/world.ts';

/** Imports a file that is no document when it is sent. Returns the id of its upload. */
async function sendRefused(): Promise<string> {
  await importLinked(PAGES);
  const [upload] = await store.uploads.toArray();
  const uploadId = upload?.uploadId ?? '';
  const bytes = new Blob([new Uint8Array(PDF.length).fill(120)]);
  await store.database.uploadBytes.put({ uploadId, bytes });
  await sendFiles();
  await drainLater(store);
  return uploadId;
}

/** More than an upload restarts. */
const PAGES = 6;

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openEmptyInstallation());
});

const countFiles = async () => (await world.server.deps.db.selectFrom('files').select('id').execute()).length;

async function expectAllThere(count: number): Promise<void> {
  const resources = await readResources(world);
  expect([resources.length, resources.filter(({ isWhole }) => !isWhole)]).toEqual([count, []]);
}

describe('a file that many pages of an import link', () => {
  it('is stored and uploaded once, and is a resource of each', { timeout: 120_000 }, async () => {
    const { plan } = await importLinked(120);
    expect(plan.commands.filter(({ kind }) => kind === 'resource.attach')).toHaveLength(120);
    expect([await store.uploads.count(), await store.uploadBytes.count()]).toEqual([1, 1]);
    await sendAll(store);
    expect(countUploads(world)).toEqual({ begun: 1, pieces: 1 });
    await expectAllThere(120);
    expect(await countFiles()).toBe(1);
  });

  it('stays for the others when one of them is deleted', async () => {
    await importLinked(PAGES);
    await sendAll(store);
    const [resource] = await readResources(world);
    await world.server.request(`/api/admin/resources/${resource?.id}`, {
      ...{ method: 'DELETE', as: world.server.people.admin },
      headers: { 'If-Match': `"${resource?.version}"` },
    });
    for (const days of [1, TRASH_DAYS + 2])
      await sweepMedia(world.server.deps, new Date(Date.now() + days * 24 * 60 * 60_000));
    await expectAllThere(PAGES - 1);
  });

  it('arrives once after lost requests, lost replies and a page that died in between', async () => {
    await importLinked(PAGES);
    await drainLater(store);
    // The replies to the question, to the creation and to the piece are lost in turn.
    for (const plan of [['replyLost'], ['none', 'replyLost'], ['none', 'replyLost']] as const) {
      world.network.plan = [...plan];
      await sendFiles();
      expect(world.network.plan).toEqual([]);
      await store.database.uploads.toCollection().modify({ state: 'sending' });
    }
    await sendFiles();
    for (const fault of [faults.requestLost, faults.replyLost]) {
      world.network.plan = [fault];
      await drainLater(store);
    }
    await sendAll(store);
    await expectAllThere(PAGES);
    expect([await countFiles(), countUploads(world)]).toEqual([1, { begun: 1, pieces: 1 }]);
  });

  it('is uploaded again for a server that was restored from before the upload', async () => {
    await pullAll(store);
    const { importId } = await importLinked(PAGES);
    await drainLater(store);
    const restore = await backUp(world);
    await sendFiles();
    const late = (await listAttaching(store)).slice(2).map(({ order }) => order);
    const isLate = { isPaused: true } as const;
    for (const order of late) await store.database.outbox.update(order, isLate);
    await drainLater(store);
    expect(await listAttaching(store)).toHaveLength(late.length);
    await expectAllThere(2);
    await restore('keep');
    await expectAllThere(0);
    store = await arriveAgain(world, world.server.people.admin);
    await pullAll(store, { onNewEpoch: requeueAcknowledged });
    await resumeImport(importId);
    await sendAll(store);
    await expectAllThere(PAGES);
    expect(countUploads(world)).toEqual({ begun: 2, pieces: 2 });
  });

  it('is uploaded for each by a server of an earlier version, which takes a file once', async () => {
    await importLinked(PAGES);
    const takeOne = async () => {
      const [, ...others] = await listAttaching(store);
      const body = { error: serverMessages.uploadGone, code: 'upload_gone' };
      for (const { id } of others) world.network.planInside.set(id, { status: 409, body });
      await drainLater(store);
      await inTransaction(world.server.deps.db, (trx) => trx.deleteFrom('uploads').execute());
      return others.length;
    };
    await drainLater(store);
    for (let left = PAGES; left > 0; left -= 1) {
      await sendFiles();
      expect(await takeOne()).toBe(left - 1);
    }
    await expectAllThere(PAGES);
    expect(countUploads(world)).toEqual({ begun: PAGES, pieces: PAGES });
  });

  it('is still sent when one of its resources is discarded, or its lesson deleted, and again on undo', async () => {
    await importLinked(PAGES);
    const [first, second] = await listAttaching(store);
    const rows = await discardCommand(first?.id ?? '');
    expect(await store.uploads.toArray()).toMatchObject([{ state: 'waiting' }]);
    if (second?.command.kind !== 'resource.attach') throw new Error('It attaches a resource');
    const { courseId, moduleId, lessonId, lessonTitle: title } = second.command.args;
    await enqueueSave(knownUserId(), {
      ...{ courseId, course: null, modules: [], deletedModules: [], lessons: [], draftIds: [] },
      deletedLessons: [{ moduleId, lessonId, title, version: 1 }],
    });
    expect(await listAttaching(store)).toHaveLength(PAGES - 2);
    await sendFiles();
    await undoDiscard(rows);
    await sendAll(store);
    await expectAllThere(PAGES - 1);
    expect(countUploads(world)).toEqual({ begun: 1, pieces: 1 });
  });

  it('that the server refuses is one question, and one answer is for all', async () => {
    const uploadId = await sendRefused();
    const refused = (await listAttaching(store)).filter(({ state }) => state === 'refused');
    expect(refused).toMatchObject([{ lastProblem: adminMessages.fileNotAllowed }]);
    await store.database.uploadBytes.put({ uploadId, bytes: new Blob([PDF]) });
    await retryCommand(refused[0]?.id ?? '');
    await sendAll(store);
    await expectAllThere(PAGES);
  });

  it('that the server refuses is removed with all of its resources', async () => {
    expect(await dropUpload(await sendRefused())).toBe(true);
    expect([await listUnsent(store), await store.uploadBytes.count()]).toEqual([[], 0]);
    await expectAllThere(0);
  });
});
