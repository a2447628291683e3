import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readMirror } from '#pwa/device/mirror.ts';
import { blockDatabases } from '#pwa/testing/block-site-data.ts';
import { deleteDatabase, knownUserId, listDatabases, listItems } from '#pwa/testing/device.ts';
import { messages } from '#schema/messages/messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { openPage, reload, unsentOf } from '../testing/page.ts';
import { alice, bob, openWorld, type World } from '../testing/world.ts';

const activation = { courseId: 'tides', courseTitle: 'Reading the tides', code: 'TIDES-CODE-1' };
let world: World;

beforeEach(async () => {
  world = await openWorld();
});

describe('signing out', () => {
  it('leaves no database, no token and no name on the device', async () => {
    const page = await openPage();
    await page.session.login(alice);
    await page.outbox.enqueueActivation(knownUserId(), activation);
    await waitFor(async () => expect(await unsentOf(page)).toEqual([]));
    expect(await page.session.signOut(knownUserId(), 'ifNothingUnsent')).toEqual({ done: true });
    expect(page.session.currentSession.get()).toEqual({ state: 'signedOut' });
    await waitFor(async () => expect(await listDatabases()).not.toContain('carrel-user-alice'));
    expect(JSON.stringify(listItems())).not.toMatch(/alice/i);
    // This test's network has no origin, so the server refuses requests about the cookie.
    const left = { 'carrel.handover': 'ending', 'carrel.device': expect.stringMatching(/^[0-9a-f]{32}$/) };
    await waitFor(() => expect(listItems()).toEqual({ ...left, 'carrel.stamp': expect.anything() }));
    await waitFor(async () => expect((await readMirror())?.items).toEqual(left));
  });

  it('reports unsent work first, and changes nothing yet', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    expect(await page.session.signOut(knownUserId(), 'ifNothingUnsent')).toMatchObject({
      done: false,
      unsent: [{ command: { kind: 'course.activate' } }],
    });
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn' });
  });

  it('needs no store that the browser opens; unsent work in it stays for the next login', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    const allow = blockDatabases();
    page.store.findPrivateStore()?.database.close({ disableAutoOpen: false });
    await expect(page.session.signOut(knownUserId(), 'ifNothingUnsent')).resolves.toEqual({ done: true });
    expect(page.session.currentSession.get()).toEqual({ state: 'signedOut' });
    allow();
    world.network.isDown = false;
    const next = await reload(page);
    await next.session.login(alice);
    await waitFor(async () => expect(await unsentOf(next)).toEqual([]));
  });

  it('works offline, and discards unsent work only when the user says so', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    expect(await page.session.signOut(knownUserId(), 'discardUnsent')).toEqual({ done: true });
    expect(await listDatabases()).not.toContain('carrel-user-alice');
  });

  it('succeeds for both of two that happen at once', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const signOut = () => page.session.signOut('alice', 'discardUnsent');
    expect(await Promise.all([signOut(), signOut()])).toEqual([{ done: true }, { done: true }]);
    expect(await listDatabases()).not.toContain('carrel-user-alice');
  });

  it('discards unsent work also when another one at the same time keeps it', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    const choices = ['keepUnsent', 'discardUnsent'] as const;
    await Promise.all(choices.map((choice) => page.session.signOut('alice', choice)));
    expect(await listDatabases()).not.toContain('carrel-user-alice');
  });

  it('does not remove the work of another user whom another tab signed in before the choice', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation('alice', activation);
    expect(await page.session.signOut('alice', 'ifNothingUnsent')).toMatchObject({ done: false });
    world.network.isDown = false;
    await page.session.login(bob);
    world.network.isDown = true;
    await page.outbox.enqueueActivation('bob', activation);
    for (const choice of ['ifNothingUnsent', 'keepUnsent', 'discardUnsent'] as const) {
      await expect(page.session.signOut('alice', choice)).rejects.toThrow(messages.storeDeleted);
    }
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn', user: { id: 'bob' } });
    expect(await unsentOf(page)).toHaveLength(1);
  });

  it('retains only the unsent work for the user’s next login', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    await page.progress.recordProgress(knownUserId(), 'stars-lesson-1', { isCompleted: true });
    await page.session.signOut(knownUserId(), 'keepUnsent');
    world.network.isDown = false;
    await page.session.login(bob);
    expect(await unsentOf(page)).toEqual([]);
    await page.session.login(alice);
    await waitFor(async () => expect(await unsentOf(page)).toEqual([]));
    expect(page.session.currentSession.get()).toMatchObject({ user: { activatedCourses: ['tides'] } });
    expect(page.status.syncStatus.get().lost).toBe(0);
  });

  it('is followed by the other tabs, and their running work recreates nothing', async () => {
    const other = await openPage();
    await other.session.login(alice);
    await other.outbox.enqueueActivation(knownUserId(), activation);
    await waitFor(async () => expect(await unsentOf(other)).toEqual([]));
    const store = other.store.openPrivateStore('alice');
    const page = await openPage();
    const refreshing = Promise.allSettled([
      other.refresh.downloadCourse('tides'),
      other.progress.recordProgress(knownUserId(), 'tides-lesson-1', { positionSeconds: 9 }),
    ]);
    await page.session.signOut(knownUserId(), 'discardUnsent');
    dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    await refreshing;
    expect(other.session.currentSession.get()).toEqual({ state: 'signedOut' });
    await expect(
      other.progress.recordProgress(knownUserId(), 'tides-lesson-1', { positionSeconds: 10 }),
    ).rejects.toThrow();
    expect(store.database.isOpen()).toBe(false);
    expect(await listDatabases()).not.toContain('carrel-user-alice');
  });

  it('is repeated when a crash restored the emptied store, but removes no unsent work', async () => {
    const { openReleased, releasedPrivateStore } = await import('#pwa/testing/released-stores.ts');
    const { activationRow } = await import('#pwa/testing/rows.ts');
    const before = await openPage();
    await before.session.login(alice);
    await before.session.signOut(knownUserId(), 'discardUnsent');
    (await openReleased(releasedPrivateStore('gone', 1))).close();
    (await openReleased(releasedPrivateStore('bob', 1), { outbox: [activationRow(1, 'tides')] })).close();
    const page = await reload(before);
    await waitFor(async () => expect(await listDatabases()).not.toContain('carrel-user-gone'));
    expect(await listDatabases()).toContain('carrel-user-bob');
    await page.session.login(bob);
    world.network.isDown = true;
    expect((await unsentOf(page)).length).toBeLessThanOrEqual(1);
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn', user: { id: 'bob' } });
  });

  it('is finished again when a crash set localStorage back and the next page opened the store anew', async () => {
    const before = await openPage();
    await before.session.login(alice);
    const earlier = listItems();
    await before.session.signOut(knownUserId(), 'discardUnsent');
    await waitFor(async () => expect(JSON.stringify(await readMirror())).not.toMatch(/alice/i));
    before.close();
    localStorage.clear();
    for (const [key, value] of Object.entries(earlier)) localStorage.setItem(key, value ?? '');

    const page = await openPage({ isStarted: false });
    onTestFinished(page.sync.startSync());
    const canary = 'carrel.outbox.alice';
    await waitFor(() => expect(localStorage.getItem(canary) ?? undefined).not.toBe(earlier[canary]));
    expect(await listDatabases()).toContain('carrel-user-alice');
    await page.session.startSession();
    expect(page.session.currentSession.get()).toEqual({ state: 'signedOut' });
    await waitFor(async () => expect(await listDatabases()).not.toContain('carrel-user-alice'));
    expect(JSON.stringify(listItems())).not.toMatch(/alice/i);
  });

  it('is not assumed on a device that lost its storage: its data waits for its owner', async () => {
    const page = await openPage();
    await page.session.login(alice);
    await page.outbox.enqueueActivation(knownUserId(), activation);
    await waitFor(async () => expect(await unsentOf(page)).toEqual([]));
    await page.progress.recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
    await waitFor(async () => expect(await unsentOf(page)).toEqual([]));
    page.close();
    page.store.findPrivateStore()?.database.close();
    // The state of a browser that was killed before it wrote to disk and cannot read the mirror.
    localStorage.clear();
    await deleteDatabase('carrel-device');
    world.network.isDown = true;
    const next = await openPage();
    expect(next.session.currentSession.get()).toEqual({ state: 'signedOut' });
    expect(await listDatabases()).toContain('carrel-user-alice');
    world.network.isDown = false;
    await next.session.login(alice);
    const { listProgress } = await import('#pwa/store/account/progress.ts');
    expect(await listProgress(next.store.openPrivateStore('alice'))).toHaveLength(1);
  });

  it('of a tab that was frozen in it removes nothing of the same user’s next login', async () => {
    const page = await openPage();
    await page.session.login(alice);
    const { noteDeparture } = await import('#pwa/store/account/departure-notes.ts');
    const { finishDepartures } = await import('#pwa/store/account/departure.ts');
    noteDeparture({ userId: 'alice', unsent: 'discard' });
    let goOn = () => {};
    const stopped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const signingOut = finishDepartures(() => stopped);
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation('alice', activation);
    goOn();
    await signingOut;
    expect(await unsentOf(page)).toMatchObject([{ command: { kind: 'course.activate' } }]);
  });

  it('interrupted by a crash is finished at the next start', async () => {
    const page = await openPage();
    await page.session.login(alice);
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    page.close();
    const { noteDeparture } = await import('#pwa/store/account/departure-notes.ts');
    noteDeparture({ userId: 'alice', unsent: 'discard' });
    const next = await openPage();
    expect(next.session.currentSession.get()).toEqual({ state: 'signedOut' });
    expect(await listDatabases()).not.toContain('carrel-user-alice');
  });
});
