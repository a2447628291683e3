import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAdminCourses } from '../../pwa/store/admin.ts';
import { findAdminContent } from '../../pwa/store/admin-courses.ts';
import { findDraft } from '../../pwa/store/drafts.ts';
import { listUnsent } from '../../pwa/store/outbox.ts';
import { enqueueSave } from '../../pwa/sync/editor-commands.ts';
import { keepDraft } from '../../pwa/sync/keep-draft.ts';
import { enqueueActivation } from '../../pwa/sync/outbox.ts';
import { exportOutbox, importOutbox } from '../../pwa/sync/outbox-file.ts';
import { drain, realPorts } from '../../pwa/sync/replay.ts';
import { sendAllNow } from '../../pwa/sync/send-now.ts';
import { enqueueProfile } from '../../pwa/sync/update-profile.ts';
import { whoIsHere } from '../../pwa/testing/device.ts';
import { lessonEdit, planOf } from './editor-world.ts';
import { openPage } from './page.ts';
import { pullAll } from './pull-world.ts';
import { alice, arrive, drainLater, openWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

describe('a draft', () => {
  it('is included in the file of unsent work, and never replaces text typed here', async () => {
    const store = await arrive(world, world.server.people.alice);
    await keepDraft(whoIsHere(), 'profile', { name: 'Alice on the train' });
    await keepDraft(whoIsHere(), 'support', { message: 'The lamp' });
    const text = await exportOutbox(store);
    await store.drafts.clear();
    await keepDraft(whoIsHere(), 'profile', { name: 'Alice at home' });
    expect(await importOutbox(text)).toMatchObject({ added: 0, drafts: 1, draftsLeft: 1 });
    expect(await findDraft(store, 'profile')).toEqual({ name: 'Alice at home' });
    expect(await findDraft(store, 'support')).toEqual({ message: 'The lamp' });
    expect(await importOutbox(text)).toMatchObject({ drafts: 0, draftsLeft: 1 });
  });

  it('is reported before its user signs out, and restored at their next login', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const { keepDraft: keep } = await import('../../pwa/sync/keep-draft.ts');
    await keep(whoIsHere(), 'support', { message: 'The lamp' });
    expect(await page.session.signOut(whoIsHere(), 'ifNothingUnsent')).toMatchObject({
      done: false,
      unsent: [],
      drafts: 1,
    });
    expect(page.session.getSession()).toMatchObject({ state: 'signedIn' });
    await page.session.signOut(whoIsHere(), 'keepUnsent');
    await page.session.login(alice);
    const { findDraft: find } = await import('../../pwa/store/drafts.ts');
    expect(await find(page.store.openPrivateStore('alice'), 'support')).toEqual({ message: 'The lamp' });
    expect(page.status.getSyncStatus().lost).toBe(0);
    expect(await page.session.signOut(whoIsHere(), 'discardUnsent')).toEqual({ done: true });
    await page.session.login(alice);
    expect(await find(page.store.openPrivateStore('alice'), 'support')).toBeNull();
  });
});

describe('a command in a file', () => {
  it('is never changed again, even if the device had no storage to record that', async () => {
    const store = await arrive(world, world.server.people.alice);
    await enqueueProfile(whoIsHere(), { name: 'Al' });
    const full = vi
      .spyOn(store.outbox, 'bulkPut')
      .mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    const text = await exportOutbox(store);
    full.mockRestore();
    await enqueueProfile(whoIsHere(), { name: 'Ali' });
    expect((await listUnsent(store)).map(({ command }) => command.args)).toEqual([
      { name: 'Al' },
      { name: 'Ali' },
    ]);
    const rows = await store.outbox.toArray();
    await store.outbox.clear();
    await importOutbox(text);
    await drainLater(store);
    await store.outbox.clear();
    await store.outbox.bulkPut(rows);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
  });
});

describe('edits sent by another device', () => {
  it('do not recreate rows deleted after them', async () => {
    const { admin } = world.server.people;
    const store = await arrive(world, admin);
    await pullAll(store);
    await enqueueSave(
      whoIsHere(),
      planOf({ lessons: [await lessonEdit(store, 'tides-lesson-1', { title: 'Mine' })] }),
    );
    const text = await exportOutbox(store);
    await drainLater(store);
    const gone = await world.server.ask('/api/admin/lessons/tides-lesson-1', { as: admin, method: 'DELETE' });
    expect(gone.status).toBe(200);
    await pullAll(store);
    await store.outbox.clear();
    await importOutbox(text);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    const courses = await listAdminCourses(store);
    const lessons = courses.flatMap(({ modules }) => modules.flatMap((module) => module.lessons));
    expect(lessons.map(({ id }) => id)).not.toContain('tides-lesson-1');
    expect(await findAdminContent(store, 'tides-lesson-1')).toBeNull();
  });
});

describe('sending everything now', () => {
  it('includes commands waiting for backoff, but not refused ones', async () => {
    const store = await arrive(world, world.server.people.alice);
    await enqueueActivation(whoIsHere(), { courseId: 'tides', courseTitle: 'Tides', code: 'WRONG' });
    await drain(store, realPorts);
    world.network.isDown = true;
    await enqueueActivation(whoIsHere(), { courseId: 'stars', courseTitle: 'Stars', code: 'STARS-CODE-1' });
    await drain(store, realPorts);
    world.network.isDown = false;
    const stateOf = async () =>
      (await listUnsent(store)).map(({ state, nextAttemptAt }) => [state, nextAttemptAt !== null]);
    expect(await stateOf()).toEqual([
      ['refused', false],
      ['waiting', true],
    ]);
    await sendAllNow();
    expect(await stateOf()).toEqual([
      ['refused', false],
      ['waiting', false],
    ]);
    await drain(store, realPorts);
    expect(await stateOf()).toEqual([['refused', false]]);
  });
});
