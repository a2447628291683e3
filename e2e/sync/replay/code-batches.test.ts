import { beforeEach, describe, expect, it } from 'vitest';
import { readAllCodes } from '#pwa/features/admin-codes/batch/use-batch.ts';
import { showBatches } from '#pwa/features/admin-codes/codes-model.ts';
import { listUnfetched, listUnsent } from '#pwa/store/account/outbox.ts';
import { findProgress } from '#pwa/store/account/progress.ts';
import { findFetchedAt } from '#pwa/store/admin/admin.ts';
import { findCodeBatch, listCodeBatches, listCodesOf } from '#pwa/store/admin/code-batches.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { findOfflineCourse } from '#pwa/store/offline/offline-courses.ts';
import { listRemovedCourses } from '#pwa/store/offline/removed-courses.ts';
import { CODE_KINDS } from '#pwa/sync/commands/code-rows.ts';
import { decideConflict } from '#pwa/sync/conflicts/decide.ts';
import {
  enqueueAccess,
  enqueueBatch,
  enqueueBatchEdit,
  enqueueBatchRevoked,
  enqueueCodeRevoked,
} from '#pwa/sync/enqueue/code-commands.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { discardCommand } from '#pwa/sync/outbox/outbox.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { refreshBatch } from '#pwa/sync/pull/refresh-codes.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import type { CodeBatch } from '#schema/learning/code-batches.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arriveAgain, backUp } from '../testing/restore-world.ts';
import {
  activationsOnServer,
  arrive,
  drainLater,
  openWorld,
  progressOnServer,
  unlock,
  type World,
} from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.admin);
});

const draw = (count = 3) =>
  enqueueBatch('admin', {
    ...{ courseId: 'tides', courseTitle: 'Reading the tides', name: 'Spring', note: '', prefix: 'SPRING' },
    ...{ expiresAt: null, maxUses: 1, count },
  });

/** The codes of a batch that are registered at the server, in their order. */
async function registered(batchId: string): Promise<string[]> {
  const rows = world.server.deps.db.selectFrom('activationCodes').select('code').where('batch', '=', batchId);
  return (await rows.orderBy('id').execute()).map(({ code }) => code);
}

async function drawnCodes(): Promise<string[]> {
  const [row] = await listUnsent(store);
  return row?.command.kind === 'codeBatch.create' ? row.command.args.codes : [];
}

async function batchOf(batchId: string): Promise<CodeBatch> {
  const batch = await findCodeBatch(store, batchId);
  if (batch === undefined) throw new Error('The batch is not on this device');
  return batch;
}

/** The batch as the screens show it. */
async function shownOf(batchId: string): Promise<CodeBatch | undefined> {
  const batches = (await listCodeBatches(store)).filter(({ id }) => id === batchId);
  const commands = await listUnfetched(store, await findFetchedAt(store, 'codes'), CODE_KINDS);
  return showBatches({ batches, commands, titles: new Map() }, new Date().toISOString())[0]?.batch;
}

/** A registered batch, its codes stored on this device, and the first of them redeemed by alice. */
async function redeemedBatch() {
  const batchId = await draw();
  await drainLater(store);
  const [code = ''] = await registered(batchId);
  await unlock(world, world.server.people.alice, 'tides', code);
  await refreshBatch(batchId);
  const [first] = await listCodesOf(store, batchId);
  if (first === undefined) throw new Error('The batch has no codes');
  return { batch: await batchOf(batchId), code: first };
}

describe('a batch that is drawn offline', () => {
  it('is registered once after the app was killed and the reply was lost', async () => {
    world.network.isDown = true;
    const batchId = await draw();
    const codes = await drawnCodes();
    expect(codes).toHaveLength(3);
    // A killed page leaves only what the store has.
    await drainLater(store);
    world.network.isDown = false;
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await registered(batchId)).toEqual(codes);
    expect(
      await world.server.deps.db
        .selectFrom('codeBatches')
        .select('id')
        .where('name', '=', 'Spring')
        .execute(),
    ).toHaveLength(1);
  });

  it('has its codes readable on this device after the ack, and not in the queue', async () => {
    const batchId = await draw();
    const codes = await drawnCodes();
    await drainLater(store);
    expect((await listCodesOf(store, batchId)).map(({ code }) => code)).toEqual(codes);
    expect(JSON.stringify(await store.outbox.toArray())).not.toContain(codes[0]);
    expect(await batchOf(batchId)).toMatchObject({ name: 'Spring', count: 3, redrawn: [] });
  });

  it('gets an edit that is made before it is sent', async () => {
    world.network.isDown = true;
    const batchId = await draw();
    const shown = { ...(await shownBatch(batchId)), name: 'Spring' };
    await enqueueBatchEdit('admin', shown, { name: 'Fair', maxUses: 4 });
    expect(await listUnsent(store)).toHaveLength(1);
    world.network.isDown = false;
    await drainLater(store);
    expect(await batchOf(batchId)).toMatchObject({ name: 'Fair', maxUses: 4, version: 1 });
  });

  it('draws codes anew that exist already, registers all, and says which to print again', async () => {
    world.network.isDown = true;
    const batchId = await draw();
    const [taken = '', ...others] = await drawnCodes();
    const path = '/api/admin/courses/tides/upload-codes';
    await world.server.request(path, { as: world.server.people.admin, body: { codes: [taken] } });
    world.network.isDown = false;
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    const [first = '', ...rest] = await registered(batchId);
    expect(rest).toEqual(others);
    expect(first).not.toBe(taken);
    expect(first).toMatch(/^SPRING-/);
    expect(await batchOf(batchId)).toMatchObject({ redrawn: [first] });
  });

  it('is registered again by this device after a restore of the server that lost it', async () => {
    const restore = await backUp(world);
    const batchId = await draw();
    const codes = await drawnCodes();
    await drainLater(store);
    await pullAll(store);
    await restore(null);
    store = await arriveAgain(world, world.server.people.admin);
    await pullAll(store, { onNewEpoch: requeueAcknowledged });
    await drainLater(store);
    expect(await registered(batchId)).toEqual(codes);
  });

  it('leaves with its codes when its registration is discarded', async () => {
    world.network.isDown = true;
    const batchId = await draw();
    const [row] = await listUnsent(store);
    await discardCommand(row?.id ?? '');
    world.network.isDown = false;
    await drainLater(store);
    expect(await registered(batchId)).toEqual([]);
    expect(await listCodeBatches(store)).toEqual([]);
  });
});

const shownBatch = async (batchId: string): Promise<CodeBatch> => ({
  ...{ id: batchId, courseId: 'tides', name: 'Spring', note: '', expiresAt: null, maxUses: 1, prefix: '' },
  ...{
    origin: 'drawn',
    createdAt: '2026-11-21T08:00:00.000Z',
    count: 3,
    uses: 0,
    revokedAt: null,
    version: 1,
  },
});

describe('an edit of a batch that another admin has edited', () => {
  it('is merged if the fields differ', async () => {
    const { batch } = await redeemedBatch();
    await editOnServer(batch.id, { note: 'For the fair' });
    await enqueueBatchEdit('admin', batch, { name: 'Fair' });
    await drainLater(store);
    await drainLater(store);
    expect(await shownOf(batch.id)).toMatchObject({ name: 'Fair' });
    await refreshBatch(batch.id);
    expect(await batchOf(batch.id)).toMatchObject({ name: 'Fair', note: 'For the fair' });
  });

  it('asks if both changed the same field, and sends the decision', async () => {
    const { batch } = await redeemedBatch();
    await editOnServer(batch.id, { name: 'Market' });
    await enqueueBatchEdit('admin', batch, { name: 'Fair' });
    await drainLater(store);
    const [row] = await listUnsent(store);
    expect(row).toMatchObject({ state: 'refused', conflict: { fields: ['name'] } });
    await decideConflict(row?.id ?? '', { kind: 'fields', values: { name: 'Fair' } });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await shownOf(batch.id)).toMatchObject({ name: 'Fair' });
  });

  const editOnServer = (batchId: string, body: object) =>
    world.server.request(`/api/admin/codes/${batchId}`, {
      as: world.server.people.admin,
      method: 'PUT',
      body,
    });
});

describe('revoking', () => {
  it('a batch offline and restoring it again sends nothing', async () => {
    const { batch } = await redeemedBatch();
    world.network.isDown = true;
    await enqueueBatchRevoked('admin', batch, true);
    await enqueueBatchRevoked('admin', batch, false);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('a batch is shown after its ack, and the next edit is made on its version', async () => {
    const { batch } = await redeemedBatch();
    await enqueueBatchRevoked('admin', batch, true);
    await drainLater(store);
    expect(await shownOf(batch.id)).toMatchObject({ revokedAt: expect.any(String) });
    await enqueueBatchEdit('admin', batch, { name: 'Fair' });
    expect(await listUnsent(store)).toMatchObject([{ command: { args: { version: 2 } } }]);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    await refreshBatch(batch.id);
    expect(await batchOf(batch.id)).toMatchObject({
      name: 'Fair',
      revokedAt: expect.any(String),
      version: 3,
    });
  });

  it('a code with its access removes both, and this device shows it', async () => {
    const { batch, code } = await redeemedBatch();
    await enqueueCodeRevoked(
      'admin',
      { batch, code },
      { revoked: true, removesAccess: true, reason: 'Refund' },
    );
    await drainLater(store);
    const [shown] = await readAllCodes(store, batch);
    expect(shown).toMatchObject({
      revokedAt: expect.any(String),
      redemptions: [{ userId: 'alice', undoneAt: expect.any(String) }],
    });
  });
});

describe('a learner whose access is removed', () => {
  it('loses the copy with a notice, keeps unsent progress, and gets all of it back with the access', async () => {
    await redeemedBatch();
    const access = (revoked: boolean) =>
      world.server.request('/api/admin/codes/access/tides/alice', {
        ...{ as: world.server.people.admin, method: 'PUT', body: { revoked } },
      });
    await resetDevice();
    const learner = await arrive(world, world.server.people.alice);
    await downloadCourse('tides');
    await pullAll(learner);
    await recordProgress('alice', 'tides-lesson-1', { isCompleted: true });
    await drainLater(learner);
    world.network.isDown = true;
    await recordProgress('alice', 'tides-lesson-2', { isCompleted: true });
    world.network.isDown = false;
    await access(true);
    await drainLater(learner);
    await pullAll(learner);
    expect(await findOfflineCourse(learner, 'tides')).toBeNull();
    expect((await listRemovedCourses(learner)).map(({ courseId }) => courseId)).toEqual(['tides']);
    expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([
      { lessonId: 'tides-lesson-1' },
    ]);
    await access(false);
    await pullAll(learner);
    await drainLater(learner);
    const lessons = (await progressOnServer(world, world.server.people.alice)).map(
      ({ lessonId }) => lessonId,
    );
    expect(lessons.sort()).toEqual(['tides-lesson-1', 'tides-lesson-2']);
    await downloadCourse('tides');
    expect(await findProgress(learner, 'tides-lesson-1')).toMatchObject({ completedAt: expect.any(String) });
  });

  it('is removed by a command that was queued offline, once', async () => {
    const { batch, code } = await redeemedBatch();
    const [redemption] = code.redemptions;
    if (redemption?.userId !== 'alice') throw new Error('Alice has not redeemed the code');
    world.network.isDown = true;
    await enqueueAccess('admin', {
      ...{ courseId: 'tides', courseTitle: 'Reading the tides', codeId: code.id, revoked: true, reason: '' },
      redemption: { ...redemption, userId: 'alice' },
    });
    world.network.isDown = false;
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
    const [row] = await world.server.deps.db.selectFrom('activations').select('revokedAt').execute();
    expect(row?.revokedAt).not.toBeNull();
    const [shown] = await readAllCodes(store, batch);
    expect(shown?.redemptions).toMatchObject([{ undoneAt: expect.any(String) }]);
  });

  it('with a code, and restored before that was sent, keeps the access', async () => {
    const { batch, code } = await redeemedBatch();
    const [redemption] = code.redemptions;
    if (redemption?.userId !== 'alice') throw new Error('Alice has not redeemed the code');
    const revocation = { revoked: true, removesAccess: true, reason: 'Refund' };
    await enqueueCodeRevoked('admin', { batch, code }, revocation);
    world.network.plan = [faults.requestLost];
    await drain(store, realPorts);
    await enqueueAccess('admin', {
      ...{ courseId: 'tides', courseTitle: 'Reading the tides', codeId: code.id, revoked: false, reason: '' },
      redemption: { ...redemption, userId: 'alice' },
    });
    // The restoration is due, the revocation is not.
    const [first] = await listUnsent(store);
    await drain(store, { ...realPorts, now: () => Date.parse(first?.nextAttemptAt ?? '') - 1 });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    const [row] = await world.server.deps.db.selectFrom('activations').select('revokedAt').execute();
    expect(row?.revokedAt).toBeNull();
    const [shown] = await readAllCodes(store, batch);
    expect(shown).toMatchObject({ revokedAt: expect.any(String), redemptions: [{ undoneAt: null }] });
  });
});
