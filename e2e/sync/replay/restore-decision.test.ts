import { beforeEach, describe, expect, it } from 'vitest';
import { listArrived } from '#pwa/store/account/acknowledged/acknowledged.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueCourseStatus, enqueueRole } from '#pwa/sync/enqueue/admin-commands.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { discardCommand, retryCommand } from '#pwa/sync/outbox/outbox.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import {
  lessonEdit,
  openAdminDevice,
  planOf,
  saveLessons,
  tides,
  unsentStates,
} from '../testing/editor-world.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arriveAgain, backUp } from '../testing/restore-world.ts';
import { drainLater, type World } from '../testing/world.ts';

/*
 * An admin's device has deleted a lesson, withdrawn a course and changed a role; then the server's database is
 * restored from a backup, perhaps because of just that.
 */

const DELETED = 'tides-lesson-4';
const ASKED = ['course.setStatus', 'lesson.delete', 'user.setRole'];

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
  await pullNow();
});

const pullNow = () => pullAll(store, { onNewEpoch: requeueAcknowledged });

/** The commands that may have been the mistake. */
async function deleteAndWithdraw(): Promise<void> {
  await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
  const { moduleId, title, version } = await lessonEdit(store, DELETED, { title: '' });
  await enqueueSave(
    knownUserId(),
    planOf({ deletedLessons: [{ moduleId, lessonId: DELETED, title, version }] }),
  );
  await enqueueRole(knownUserId(), { id: 'bob', name: 'Bob' }, 'admin');
  await drainLater(store);
  expect(await listUnsent(store)).toEqual([]);
}

/** Work that the restore was not meant to undo. */
async function work(): Promise<void> {
  await enqueueProfile(knownUserId(), { name: 'Ada' });
  await saveLessons(store, { title: 'A better title' });
  await drainLater(store);
}

async function receiveNewEpoch(): Promise<void> {
  store = await arriveAgain(world, world.server.people.admin);
  await pullNow();
  await drainLater(store);
}

async function stateOnServer() {
  const { db } = world.server.deps;
  const users = await db.selectFrom('users').select(['id', 'name', 'role']).execute();
  const courses = await db.selectFrom('courses').select(['id', 'status']).execute();
  const lessons = await db.selectFrom('lessons').select(['id', 'title']).execute();
  return {
    status: courses.find(({ id }) => id === 'tides')?.status,
    hasDeleted: lessons.some(({ id }) => id === DELETED),
    title: lessons.find(({ id }) => id === 'tides-lesson-1')?.title,
    roleOfBob: users.find(({ id }) => id === 'bob')?.role,
    nameOfAdmin: users.find(({ id }) => id === 'admin')?.name,
  };
}

const worked = { title: 'A better title', nameOfAdmin: 'Ada' };
const undone = { status: 'published', hasDeleted: true, roleOfBob: 'user' };
const done = { status: 'unpublished', hasDeleted: false, roleOfBob: 'admin' };
const kindsOf = (rows: Awaited<ReturnType<typeof listUnsent>>) => rows.map(({ command }) => command.kind);

describe('after a restore, deletions and changes of rights that the backup lacks', () => {
  it('wait for the user without a decision of the operator, while other work is sent again', async () => {
    const restore = await backUp(world);
    await deleteAndWithdraw();
    await work();
    await restore(null);
    await receiveNewEpoch();
    expect(await stateOnServer()).toEqual({ ...undone, ...worked });
    const waiting = await listUnsent(store);
    expect(kindsOf(waiting).sort()).toEqual(ASKED);
    expect(waiting.every(({ restore: how, state }) => how === 'undecided' && state === 'refused')).toBe(true);
  });

  it('are done again when the user sends them again, and not when the user discards them', async () => {
    const restore = await backUp(world);
    await deleteAndWithdraw();
    await restore(null);
    await receiveNewEpoch();
    for (const { id, command } of await listUnsent(store)) {
      await (command.kind === 'lesson.delete' ? retryCommand(id) : discardCommand(id));
    }
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await stateOnServer()).toMatchObject({ ...undone, hasDeleted: false });
  });

  it('are done again silently when the operator keeps what came after the backup', async () => {
    const restore = await backUp(world);
    await deleteAndWithdraw();
    await work();
    await restore('keep');
    await receiveNewEpoch();
    expect(await stateOnServer()).toEqual({ ...done, ...worked });
    expect(await listUnsent(store)).toEqual([]);
  });

  it('are dropped with edits of courses, and listed, when the operator discards what came after', async () => {
    const restore = await backUp(world);
    const { title } = await stateOnServer();
    await deleteAndWithdraw();
    await work();
    await restore('discard');
    await receiveNewEpoch();
    expect(await stateOnServer()).toEqual({ ...undone, nameOfAdmin: 'Ada', title });
    expect(await listUnsent(store)).toEqual([]);
    const acknowledged = await store.outbox.where({ state: 'acknowledged' }).toArray();
    const dropped = acknowledged.filter(({ restore: how }) => how === 'dropped');
    expect(kindsOf(dropped).sort()).toEqual([...ASKED, 'lesson.update'].sort());
    const listed = (await listArrived(store, 10)).filter(({ restore: how }) => how === 'dropped');
    expect(listed.map(({ order }) => order).sort()).toEqual(dropped.map(({ order }) => order).sort());
  });

  it('stay dropped after a further restore', async () => {
    const restore = await backUp(world);
    await deleteAndWithdraw();
    await restore('discard');
    await receiveNewEpoch();
    await (await backUp(world))('keep');
    world.network.seen.length = 0;
    await receiveNewEpoch();
    expect(world.network.seen.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(await stateOnServer()).toMatchObject(undone);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('do not wait when the backup contains them', async () => {
    await deleteAndWithdraw();
    await (await backUp(world))(null);
    await receiveNewEpoch();
    expect(await unsentStates(store)).toEqual([]);
    expect(await stateOnServer()).toMatchObject(done);
  });

  it('wait for each restore that a device has missed', async () => {
    const restore = await backUp(world);
    await deleteAndWithdraw();
    await restore(null);
    await (await backUp(world))('keep');
    await receiveNewEpoch();
    expect(await stateOnServer()).toMatchObject(undone);
    expect(kindsOf(await listUnsent(store)).sort()).toEqual(ASKED);
  });

  it('that were not sent before are sent as usual', async () => {
    const restore = await backUp(world);
    await enqueueRole(knownUserId(), { id: 'bob', name: 'Bob' }, 'admin');
    await restore('discard');
    await receiveNewEpoch();
    expect(await stateOnServer()).toMatchObject({ roleOfBob: 'admin' });
  });
});
