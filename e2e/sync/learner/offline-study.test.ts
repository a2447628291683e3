import { beforeEach, describe, expect, it } from 'vitest';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import {
  findLessonContent,
  findOfflineCourse,
  listLessonContents,
} from '#pwa/store/offline/offline-courses.ts';
import { deleteDatabase, knownUserId } from '#pwa/testing/device.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { faults } from '../testing/network.ts';
import { openPage, type Page } from '../testing/page.ts';
import { activationsOnServer, alice, openWorld, progressOnServer, type World } from '../testing/world.ts';

const activation = { courseId: 'tides', courseTitle: 'Reading the tides', code: 'tides code 1' };
let world: World;
let page: Page;

beforeEach(async () => {
  world = await openWorld();
  page = await openPage();
  await page.session.login(alice);
});

const statusOf = (kind: string) => waitFor(() => expect(page.status.syncStatus.get().kind).toBe(kind));

async function unlockTides(): Promise<string> {
  const id = await page.outbox.enqueueActivation(knownUserId(), activation);
  await waitFor(async () => {
    const row = await findCommand(page.store.openPrivateStore('alice'), id);
    expect(row?.state).toBe('acknowledged');
  });
  return id;
}

const storedLessons = () => listLessonContents(page.store.openPrivateStore('alice'), 'tides');

describe('a learner’s first course', () => {
  it('is unlocked, downloaded whole and studied offline, and everything arrives once', async () => {
    await unlockTides();
    expect(page.session.currentSession.get()).toMatchObject({ user: { activatedCourses: ['tides'] } });
    await waitFor(async () => expect(await storedLessons()).toHaveLength(4));
    const store = page.store.openPrivateStore('alice');
    expect((await findOfflineCourse(store, 'tides'))?.modules).toHaveLength(2);
    expect(await findLessonContent(store, 'tides-lesson-2')).toContain('Slack water');

    world.network.isDown = true;
    dispatchEvent(new Event('offline'));
    await page.progress.recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
    await page.progress.recordProgress(knownUserId(), 'tides-lesson-2', { positionSeconds: 90 });
    await waitFor(() =>
      expect(page.status.syncStatus.get()).toMatchObject({ kind: 'waiting', unsent: expect.any(Number) }),
    );
    page.close();
    page = await openPage();
    expect(page.session.currentSession.get()).toMatchObject({ state: 'signedIn', isVerified: false });
    expect(await findLessonContent(page.store.openPrivateStore('alice'), 'tides-lesson-2')).toContain(
      'Slack',
    );

    world.network.isDown = false;
    dispatchEvent(new Event('online'));
    await statusOf('sent');
    expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([
      { lessonId: 'tides-lesson-1', completedAt: expect.any(String) },
      { lessonId: 'tides-lesson-2', positionSeconds: 90 },
    ]);
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
    expect(page.status.syncStatus.get().lastSentAt).not.toBeNull();
  });

  it('is unlocked on reconnecting with a code entered offline', async () => {
    world.network.isDown = true;
    dispatchEvent(new Event('offline'));
    const id = await page.outbox.enqueueActivation(knownUserId(), activation);
    await statusOf('waiting');
    expect(page.session.currentSession.get()).toMatchObject({ user: { activatedCourses: [] } });
    world.network.isDown = false;
    dispatchEvent(new Event('online'));
    await statusOf('sent');
    expect((await findCommand(page.store.openPrivateStore('alice'), id))?.state).toBe('acknowledged');
    await waitFor(async () => expect(await storedLessons()).toHaveLength(4));
  });

  it('is downloaded later when its content failed to load at first', async () => {
    world.network.planAt.set('/api/courses/tides/content', faults.badGateway);
    await unlockTides();
    page.close();
    page = await openPage();
    await waitFor(async () => expect(await storedLessons()).toHaveLength(4));
  });
});

describe('the status', () => {
  it('says that a refused command needs the user, until they decide', async () => {
    const id = await page.outbox.enqueueActivation(knownUserId(), { ...activation, code: 'WRONG' });
    await statusOf('needsYou');
    expect(page.status.syncStatus.get()).toMatchObject({ unsent: 1, refused: 1 });
    await page.outbox.discardCommand(id);
    await statusOf('sent');
  });

  it('recovers automatically after a server error', async () => {
    await waitFor(() =>
      expect(world.network.seen.some(({ path }) => path.startsWith('/api/sync'))).toBe(true),
    );
    world.network.plan = [faults.error500];
    await page.outbox.enqueueActivation(knownUserId(), activation);
    await statusOf('sent');
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
  });

  it('reports work that the browser lost with its database, and fetches the rest again', async () => {
    await unlockTides();
    world.network.isDown = true;
    await page.progress.recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
    page.close();
    page.store.openPrivateStore('alice').database.leave();
    await deleteDatabase('carrel-user-alice');
    world.network.isDown = false;
    page = await openPage();
    await waitFor(() => expect(page.status.syncStatus.get()).toMatchObject({ kind: 'needsYou', lost: 1 }));
    await waitFor(async () => expect(await storedLessons()).toHaveLength(4));
    page.sync.dismissLost();
    await statusOf('sent');
  });

  it('is never “all sent” while work waits, not even before the store is open', async () => {
    world.network.isDown = true;
    await page.outbox.enqueueActivation(knownUserId(), activation);
    page.close();
    const next = await openPage({ isStarted: false });
    expect(next.status.syncStatus.get()).toMatchObject({ kind: 'waiting', unsent: 1 });
  });
});

describe('a failed refresh', () => {
  it.each(['requestLost', 'error500', 'captivePortal', 'emptyReply', 'strangeJson'] as const)(
    'with %s rejects with a sentence and removes nothing',
    async (fault) => {
      await unlockTides();
      await waitFor(async () => expect(await storedLessons()).toHaveLength(4));
      await page.catalogue.refreshCatalogue();
      const refreshes: [string, () => Promise<unknown>][] = [
        ['/api/courses', page.catalogue.refreshCatalogue],
        ['/api/courses/tides/content', () => page.refresh.downloadCourse('tides')],
        ['/api/courses/tides', () => page.catalogue.refreshCourse('tides')],
      ];
      for (const [path, refresh] of refreshes) {
        // One that began by itself, as the download of an unlocked course does, is over: the next would join it.
        await refresh();
        world.network.planAt.set(path, faults[fault]);
        await expect(refresh()).rejects.toMatchObject({
          name: 'CallError',
          message: expect.stringMatching(/\w{3}/),
        });
      }
      expect(await storedLessons()).toHaveLength(4);
      expect(await listUnsent(page.store.openPrivateStore('alice'))).toEqual([]);
    },
  );
});
