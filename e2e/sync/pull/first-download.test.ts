import { beforeEach, describe, expect, it, vi } from 'vitest';
import { restartPull } from '#pwa/store/account/pull-state.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { createPageSize } from '#pwa/sync/pull/page-size.ts';
import { realPullPorts } from '#pwa/sync/pull/pull.ts';
import { createPuller } from '#pwa/sync/pull/puller.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import {
  editOnServer,
  expectedLearnerView,
  learnerView,
  openTidesDevice,
  pagesOf,
  pullAll,
} from '../testing/pull-world.ts';
import { arrive, openWorld, unlock, type World } from '../testing/world.ts';

const LESSON = '/api/admin/lessons/tides-lesson-1';
const CONTENT = '/api/courses/tides/content';
const MARK = 'slack water in the estuary';

let world: World;
let store: PrivateStore;

/** Runs `after` between each reply and its arrival; returns what arrived. */
function interceptReplies(after: (path: string) => Promise<unknown> | undefined) {
  const { fetch } = world.network;
  const arrived: { readonly path: string; readonly status: number; readonly text: string }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await fetch(path, init);
    await after(path);
    arrived.push({ path, status: response.status, text: await response.clone().text() });
    return response;
  });
  return arrived;
}

const expectSameAsServer = async () =>
  expect(await learnerView(store, 'tides')).toEqual(
    await expectedLearnerView(world, world.server.people.alice, 'tides'),
  );

describe('a new device', () => {
  beforeEach(async () => {
    const lessonHtml = `<p>${MARK}</p>`;
    world = await openWorld([fixtureCourse({ id: 'tides', lessonHtml })]);
    const { alice } = world.server.people;
    await unlock(world, alice, 'tides', 'TIDES-CODE-1');
    store = await arrive(world, alice);
  });

  const carried = (arrived: readonly { readonly text: string }[]) =>
    arrived.reduce((count, { text }) => count + text.split(MARK).length - 1, 0);

  it('receives each text once, and what changes from then on', async () => {
    const arrived = interceptReplies(() => undefined);
    const puller = createPuller({ ...realPullPorts, isSending: () => false });
    await puller.run();
    puller.stop();
    expect(carried(arrived)).toBe(4);
    await expectSameAsServer();
    await editOnServer(world, 'PUT', LESSON, { title: 'Later' });
    await pullAll(store);
    await expectSameAsServer();
  });

  it('misses no change between a course that was stored early and its first page', async () => {
    await pullAll(store, {
      request: async (path, token) => {
        if (path.includes('cursor=')) return realPullPorts.request(path, token);
        await downloadCourse('tides');
        await editOnServer(world, 'PUT', LESSON, { title: 'In between' });
        return realPullPorts.request(path, token);
      },
    });
    await expectSameAsServer();
  });

  it('pulls everything again that came while a course was requested before the first page', async () => {
    let isFirst = true;
    const arrived = interceptReplies(async (path) => {
      if (path !== CONTENT || !isFirst) return;
      isFirst = false;
      await editOnServer(world, 'PUT', LESSON, { title: 'In between' });
      await pullAll(store);
    });
    await downloadCourse('tides');
    expect(arrived.filter(({ path }) => path === CONTENT)).toHaveLength(1);
    await pullAll(store);
    await expectSameAsServer();
  });
});

describe('a course that pulls overtake', () => {
  beforeEach(async () => {
    ({ world, store } = await openTidesDevice());
  });

  /** Does something between the reply with the course and its arrival. */
  const overtake = (change: () => Promise<unknown>) => {
    let isFirst = true;
    return interceptReplies(async (path) => {
      if (path !== CONTENT || !isFirst) return;
      isFirst = false;
      await change();
    });
  };
  const repair = () => downloadCourse('tides', { isRepair: true });

  it('is requested once, and the next pull repeats what may be newer', async () => {
    const arrived = overtake(async () => {
      await editOnServer(world, 'PUT', LESSON, { title: 'Neap' });
      await editOnServer(world, 'DELETE', '/api/admin/lessons/tides-lesson-2');
      await pullAll(store);
    });
    await repair();
    expect(arrived.filter(({ path }) => path === CONTENT)).toHaveLength(1);
    await pullAll(store);
    await expectSameAsServer();
  });

  it('and that was withdrawn meanwhile is removed again', async () => {
    overtake(async () => {
      const body = { revoked: true };
      await editOnServer(world, 'PUT', '/api/admin/codes/access/tides/alice', body);
      await pullAll(store);
    });
    await repair();
    await pullAll(store);
    expect(await learnerView(store, 'tides')).toBeNull();
  });

  it('while everything is pulled again ends with what the server has', async () => {
    overtake(async () => {
      await editOnServer(world, 'DELETE', '/api/admin/lessons/tides-lesson-2');
      await restartPull(store, 'user');
      await pullAll(store, { ...pagesOf(1), onStep: stopAfter(3) }).catch(() => undefined);
    });
    await repair();
    await pullAll(store);
    await expectSameAsServer();
  });
});

/** Ends a pull after so many pages. */
function stopAfter(pages: number) {
  let written = 0;
  return (step: string) => {
    if (step === 'written' && ++written === pages) throw new Error('The page is gone');
  };
}

describe('a connection that carries no large page', () => {
  it('moves the cursor, with smaller pages after each failure', async () => {
    const lessonHtml = `<p>${'tide '.repeat(12_000)}</p>`;
    world = await openWorld([fixtureCourse({ id: 'tides', lessonCount: 12, lessonHtml })]);
    store = await arrive(world, world.server.people.admin);
    const { fetch } = world.network;
    const sizes: number[] = [];
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      const response = await fetch(path, init);
      const { length } = await response.clone().text();
      sizes.push(length);
      if (length > 150_000) throw new TypeError('Failed to fetch');
      return response;
    });
    const pageSize = createPageSize();
    const ends: string[] = [];
    while (ends.length < 10 && ends.at(-1) !== 'done') ends.push((await pullAll(store, { pageSize })).end);
    expect(ends.at(-1)).toBe('done');
    expect(ends.length).toBeGreaterThan(1);
    expect(await store.database.lessonContents.count()).toBe(12);
  });
});
