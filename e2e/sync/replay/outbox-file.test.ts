import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findDraft } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import { enqueueCourseDelete, enqueueCourseStatus } from '#pwa/sync/enqueue/admin-commands.ts';
import { enqueueModuleCreate, enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { enqueueActivation, retryCommand } from '#pwa/sync/outbox/outbox.ts';
import { exportOutbox, importOutbox } from '#pwa/sync/outbox/outbox-file.ts';
import { saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { sendAllNow } from '#pwa/sync/outbox/send-all-now.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { listAdminOutlines } from '#pwa/testing/admin-outlines.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { lessonEdit, planOf } from '../testing/editor-world.ts';
import { openPage } from '../testing/page.ts';
import { pullAll } from '../testing/pull-world.ts';
import { alice, arrive, drainLater, openWorld, type World } from '../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

describe('a draft', () => {
  it('is included in the file of unsent work, and never replaces text typed here', async () => {
    const store = await arrive(world, world.server.people.alice);
    await saveDraft(knownUserId(), 'profile', { name: 'Alice on the train' });
    await saveDraft(knownUserId(), 'support', { message: 'The lamp' });
    const text = await exportOutbox(store);
    await store.database.drafts.clear();
    await saveDraft(knownUserId(), 'profile', { name: 'Alice at home' });
    expect(await importOutbox(text)).toMatchObject({ added: 0, drafts: 1, draftsLeft: 1 });
    expect(await findDraft(store, 'profile')).toEqual({ name: 'Alice at home' });
    expect(await findDraft(store, 'support')).toEqual({ message: 'The lamp' });
    expect(await importOutbox(text)).toMatchObject({ drafts: 0, draftsLeft: 1 });
  });

  it('is reported before its user signs out, and restored at their next login', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const { saveDraft } = await import('#pwa/sync/outbox/save-draft.ts');
    await saveDraft(knownUserId(), 'support', { message: 'The lamp' });
    expect(await page.session.signOut(knownUserId(), 'ifNothingUnsent')).toMatchObject({
      done: false,
      unsent: [],
      drafts: [{ key: 'support', what: 'Support message' }],
    });
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn' });
    await page.session.signOut(knownUserId(), 'keepUnsent');
    await page.session.login(alice);
    const { findDraft: find } = await import('#pwa/store/account/drafts.ts');
    expect(await find(page.store.openPrivateStore('alice'), 'support')).toEqual({ message: 'The lamp' });
    expect(page.status.syncStatus.get().lost).toBe(0);
    expect(await page.session.signOut(knownUserId(), 'discardUnsent')).toEqual({ done: true });
    await page.session.login(alice);
    expect(await find(page.store.openPrivateStore('alice'), 'support')).toBeNull();
  });
});

describe('a command in a file', () => {
  it('is never changed again, even if the device had no storage to record that', async () => {
    const store = await arrive(world, world.server.people.alice);
    await enqueueProfile(knownUserId(), { name: 'Al' });
    const full = vi
      .spyOn(store.database.Table.prototype, 'bulkPut')
      .mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    const text = await exportOutbox(store);
    full.mockRestore();
    await enqueueProfile(knownUserId(), { name: 'Ali' });
    expect((await listUnsent(store)).map(({ command }) => command.args)).toEqual([
      { name: 'Al' },
      { name: 'Ali' },
    ]);
    const rows = await store.outbox.toArray();
    await store.database.outbox.clear();
    await importOutbox(text);
    await drainLater(store);
    await store.database.outbox.clear();
    await store.database.outbox.bulkPut(rows);
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
      knownUserId(),
      planOf({ lessons: [await lessonEdit(store, 'tides-lesson-1', { content: '<p>Mine</p>' })] }),
    );
    const text = await exportOutbox(store);
    await drainLater(store);
    const deletion = await world.server.request('/api/admin/lessons/tides-lesson-1', {
      as: admin,
      method: 'DELETE',
    });
    expect(deletion.status).toBe(200);
    await pullAll(store);
    await store.database.outbox.clear();
    await importOutbox(text);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    const courses = await listAdminOutlines(store);
    const lessons = courses.flatMap(({ modules }) => modules.flatMap((module) => module.lessons));
    expect(lessons.map(({ id }) => id)).not.toContain('tides-lesson-1');
    expect(await findAdminContent(store, 'tides-lesson-1')).toBeNull();
  });
});

describe('the deletion of a course in a file', () => {
  it('leaves a refused edit that was made here without knowing of it', async () => {
    const store = await arrive(world, world.server.people.admin);
    await pullAll(store);
    const stars = (await listAdminOutlines(store)).find(({ id }) => id === 'stars');
    if (stars === undefined) throw new Error('There is no such course');
    await enqueueCourseStatus(knownUserId(), stars, 'unpublished');
    await drainLater(store);
    const id = await enqueueCourseDelete(knownUserId(), stars);
    const text = await exportOutbox(store);
    await retryCommand(id);
    await drainLater(store);
    await store.database.outbox.clear();
    await enqueueModuleCreate(knownUserId(), { id: 'stars' }, { title: 'Winter' });
    await drainLater(store);
    expect(await importOutbox(text)).toMatchObject({ added: 1 });
    await drainLater(store);
    expect((await listUnsent(store)).map(({ command: { kind }, state }) => [kind, state])).toEqual([
      ['module.create', 'refused'],
    ]);
  });
});

describe('sending everything now', () => {
  it('includes commands waiting for backoff, but not refused ones', async () => {
    const store = await arrive(world, world.server.people.alice);
    await enqueueActivation(knownUserId(), { courseId: 'tides', courseTitle: 'Tides', code: 'WRONG' });
    await drain(store, realPorts);
    world.network.isDown = true;
    await enqueueActivation(knownUserId(), { courseId: 'stars', courseTitle: 'Stars', code: 'STARS-CODE-1' });
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
