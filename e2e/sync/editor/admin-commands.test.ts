import { beforeEach, describe, expect, it } from 'vitest';
import { readRoleChanges, showUsers } from '#pwa/features/admin-users/users-model.ts';
import { listDrafts, putDraft } from '#pwa/store/account/drafts.ts';
import { findCommand, listUnfetched, listUnsent } from '#pwa/store/account/outbox.ts';
import { findAdminStats, findFetchedAt } from '#pwa/store/admin/admin.ts';
import { countAdminUsers, getAdminUsers } from '#pwa/store/admin/admin-users.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import {
  DELETE_HOLD_MS,
  enqueueCourseDelete,
  enqueueCourseFinish,
  enqueueCourseStatus,
  enqueueRole,
  undoCommand,
} from '#pwa/sync/enqueue/admin-commands.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { retryCommand } from '#pwa/sync/outbox/outbox.ts';
import {
  refreshAdminCourses,
  refreshAdminStats,
  refreshAdminUsers,
  refreshSupportRequests,
} from '#pwa/sync/pull/admin-refresh.ts';
import { wipeUnlessAdmin } from '#pwa/sync/pull/wipe-unless-admin.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { listAdminOutlines } from '#pwa/testing/admin-outlines.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { messages } from '#schema/messages/messages.ts';
import { liveCourses } from '#sync-server/db/live-rows.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { planOf, shownCourses } from '../testing/editor-world.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arrive, drainLater, openWorld, type World } from '../testing/world.ts';

const tides = { id: 'tides', title: 'Reading the tides' };
let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.admin);
  await refreshAdminCourses();
  await refreshAdminUsers();
});

const courseRow = (id: string) =>
  world.server.deps.db.selectFrom(liveCourses).selectAll().where('id', '=', id).executeTakeFirst();
const roleOf = async (id: string) =>
  (await world.server.deps.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())
    ?.role;
const storedCourse = async (id: string) =>
  (await listAdminOutlines(store)).find((course) => course.id === id);
const listShownIds = async () => (await shownCourses(store)).map(({ id }) => id);
const sent = () => world.network.seen.filter(({ method }) => method !== 'GET');
const drainNow = (now = Date.now()) => drain(store, { ...realPorts, now: () => now, isEager: true });

describe('a status change', () => {
  it('is made offline, arrives once, and the next pull stores the server’s version on the device', async () => {
    world.network.isDown = true;
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await drainLater(store);
    expect(await listUnsent(store)).toHaveLength(1);
    world.network.isDown = false;
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseRow('tides')).toMatchObject({ status: 'unpublished', version: 2 });
    await pullAll(store);
    expect(await storedCourse('tides')).toMatchObject({ status: 'unpublished', version: 2 });
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  });

  it('undone before it is sent leaves nothing to send', async () => {
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await enqueueCourseStatus(knownUserId(), tides, 'published');
    expect(await listUnsent(store)).toEqual([]);
  });

  it('against one that the editor saved, and that is not sent yet, is the one that holds', async () => {
    world.network.isDown = true;
    const edit = { title: tides.title, version: 1 };
    const unpublishing = { base: { status: 'published' }, changes: { status: 'unpublished' } } as const;
    await enqueueSave(knownUserId(), planOf({ course: { ...edit, ...unpublishing } }));
    await enqueueCourseStatus(knownUserId(), tides, 'published');
    world.network.isDown = false;
    for (let round = 0; round < 2; round += 1) await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseRow('tides')).toMatchObject({ status: 'published' });
  });

  it('that may have arrived is followed by its inverse, which sends the resulting version', async () => {
    world.network.plan = ['replyLost'];
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await drainNow();
    await enqueueCourseStatus(knownUserId(), tides, 'published');
    expect(await listUnsent(store)).toHaveLength(2);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseRow('tides')).toMatchObject({ status: 'published', version: 3 });
  });

  it('of a course changed elsewhere is refused, and succeeds after the change was seen', async () => {
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    const body = { title: 'Tides, second edition' };
    await world.server.request('/api/admin/courses/tides', {
      method: 'PUT',
      body,
      as: world.server.people.admin,
    });
    await drainLater(store);
    const [refused] = await listUnsent(store);
    expect(refused).toMatchObject({
      state: 'refused',
      lastProblem: expect.stringContaining('changed elsewhere'),
    });
    expect(await courseRow('tides')).toMatchObject({ status: 'published' });

    await refreshAdminCourses();
    await retryCommand(refused?.id ?? '');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseRow('tides')).toMatchObject({ status: 'unpublished', title: 'Tides, second edition' });
  });

  it('to “finished” never unpublishes a course that was published meanwhile', async () => {
    await enqueueCourseStatus(knownUserId(), tides, 'published');
    await drainLater(store);
    await refreshAdminCourses();
    expect(await courseRow('tides')).toMatchObject({ status: 'published' });
    await expect(enqueueCourseFinish(knownUserId(), tides)).rejects.toThrow(
      'This course was published in the meantime and was not changed.',
    );
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseRow('tides')).toMatchObject({ status: 'published' });
  });

  it('to “finished” is refused on the device for a course without modules', async () => {
    await store.database.modules.where({ courseId: 'tides' }).delete();
    await expect(enqueueCourseFinish(knownUserId(), tides)).rejects.toThrow(
      'Cannot mark as finished. Course needs modules with lessons.',
    );
    expect(await listUnsent(store)).toEqual([]);
  });
});

describe('deleting a course', () => {
  it('is held back for ten seconds, even from an eager replay, and can be undone until sent', async () => {
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await drainNow();
    const askedMs = Date.now();
    const id = await enqueueCourseDelete(knownUserId(), tides);
    await drainNow(askedMs);
    await drainNow(askedMs + DELETE_HOLD_MS - 1_000);
    expect(await courseRow('tides')).toBeDefined();
    expect(await undoCommand(id)).toBe(true);
    await drainLater(store);
    expect(await courseRow('tides')).toBeDefined();
    expect(await storedCourse('tides')).toBeDefined();
  });

  it('removes the drafts of the course on arrival, and nothing more', async () => {
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await drainNow();
    for (const id of ['editor/tides/course', 'editor/tides/lesson/l1', 'editor/stars/course', 'profile'])
      await putDraft(store, id, { text: 'mine' });
    await enqueueCourseDelete(knownUserId(), tides);
    await drainLater(store);
    expect(await courseRow('tides')).toBeUndefined();
    expect((await listDrafts(store, '')).map(({ id }) => id)).toEqual(['editor/stars/course', 'profile']);
  });

  it('cannot be undone once sent, even without a reply', async () => {
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await drainNow();
    const id = await enqueueCourseDelete(knownUserId(), tides);
    world.network.plan = ['replyLost'];
    await drainNow(Date.now() + DELETE_HOLD_MS);
    expect(await courseRow('tides')).toBeUndefined();
    expect(await undoCommand(id)).toBe(false);
    await drainLater(store);
    expect((await findCommand(store, id))?.state).toBe('acknowledged');
    expect(await listShownIds()).toEqual(['stars']);
  });

  it('is sent after the unpublish that it depends on', async () => {
    world.network.isDown = true;
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await enqueueCourseDelete(knownUserId(), tides);
    world.network.isDown = false;
    await drainLater(store);
    expect(sent().map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseRow('tides')).toBeUndefined();
  });

  it('of a published course is refused with the server’s sentence and loses nothing', async () => {
    const id = await enqueueCourseDelete(knownUserId(), tides);
    await drainLater(store);
    const row = await findCommand(store, id);
    expect(row).toMatchObject({
      state: 'refused',
      lastProblem: 'A published course cannot be deleted. Unpublish it first.',
    });
    expect(await courseRow('tides')).toBeDefined();
  });
});

describe('a role change', () => {
  const alice = { id: 'alice', name: 'Alice' };

  it('is made offline, arrives once and is shown, also before the users are fetched again', async () => {
    world.network.isDown = true;
    await enqueueRole(knownUserId(), alice, 'admin');
    world.network.isDown = false;
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await drainLater(store);
    expect(await roleOf('alice')).toBe('admin');
    expect(await listUnsent(store)).toEqual([]);
    const commands = await listUnfetched(store, await findFetchedAt(store, 'users'), ['user.setRole']);
    const [shown] = showUsers(await getAdminUsers(store, ['alice']), readRoleChanges(commands));
    expect(shown).toMatchObject({ user: { role: 'admin' }, pending: null });
    await refreshAdminUsers();
    expect(await getAdminUsers(store, ['alice'])).toMatchObject([{ role: 'admin' }]);
  });

  it('reverted before it is sent leaves nothing to send', async () => {
    await enqueueRole(knownUserId(), alice, 'admin');
    await enqueueRole(knownUserId(), alice, 'user');
    expect(await listUnsent(store)).toEqual([]);
  });

  it('of one’s own account is refused with its sentence', async () => {
    await enqueueRole(knownUserId(), { id: 'admin', name: 'Admin' }, 'user');
    await drainLater(store);
    expect(await listUnsent(store)).toMatchObject([
      { state: 'refused', lastProblem: 'You cannot change your own role. Another admin can do it for you.' },
    ]);
  });
});

describe('admin data', () => {
  it('is on the device with its age, without HTML and without codes', async () => {
    await refreshAdminStats();
    await refreshSupportRequests();
    expect(await findAdminStats(store)).toMatchObject({ totalCourses: 2, totalUsers: 4 });
    expect(await findFetchedAt(store, 'requests')).not.toBeNull();
    const stored = JSON.stringify(await listAdminOutlines(store));
    expect(stored).toContain('Lesson 1');
    expect(stored).not.toContain('Slack water');
    expect(stored).not.toContain('TIDES-CODE');
  });

  it('stays when the connection fails', async () => {
    world.network.isDown = true;
    await expect(refreshAdminCourses()).rejects.toThrow('Network error');
    expect(await listAdminOutlines(store)).toHaveLength(2);
  });

  it('is removed from the device on a reply that says the user is no longer an admin', async () => {
    await refreshAdminStats();
    const { db } = world.server.deps;
    await inTransaction(db, (trx) =>
      trx.updateTable('users').set({ role: 'user' }).where('id', '=', 'admin').execute(),
    );
    await expect(refreshAdminUsers()).rejects.toThrow('You do not have permission to do this');
    expect(await countAdminUsers(store)).toBe(0);
    expect(await listAdminOutlines(store)).toEqual([]);
    expect(await findAdminStats(store)).toBeNull();
    expect(readKnownUser()?.role).toBe('user');
  });

  it('is not wiped by a firewall’s page', async () => {
    world.network.plan = [{ status: 403, body: '<html>Blocked</html>' }];
    await expect(refreshAdminUsers()).rejects.toThrow(messages.replyUnreadable);
    expect(await countAdminUsers(store)).toBe(4);
  });

  it('is removed when the session itself says so, and not before', async () => {
    await wipeUnlessAdmin();
    expect(await countAdminUsers(store)).toBe(4);
    const { writeKnownUser, readConfirmedUser } = await import('#pwa/store/database/known-user.ts');
    const user = readConfirmedUser();
    if (user !== null) writeKnownUser({ ...user, role: 'user' });
    await wipeUnlessAdmin();
    expect(await countAdminUsers(store)).toBe(0);
  });
});
