import { expect, it, vi } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { readPullState, writePullState } from '#pwa/store/account/pull-state.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { PULL_LEVEL } from '#schema/sync/pull.ts';
import { editOnServer, openTidesDevice, pullAll } from '../testing/pull-world.ts';
import type { World } from '../testing/world.ts';

/* An app that is older than its server, which sends a kind of row that the app does not know. */

/** Lets lessons be rows of an unknown kind. */
function renameLessons({ network }: World): void {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const reply = await network.fetch(path, init);
    if (!path.startsWith(endpoints.pull.path)) return reply;
    const text = await reply.text();
    return new Response(text.replaceAll('"kind":"lesson"', '"kind":"hologram"'), reply);
  });
}

async function titlesOf(store: PrivateStore) {
  const [course, lesson] = [await store.courses.get('tides'), await store.lessons.get('tides-lesson-1')];
  return [course?.title, lesson?.title];
}

async function editBoth(world: World) {
  await editOnServer(world, 'PUT', '/api/admin/courses/tides', { title: 'All tides' });
  await editOnServer(world, 'PUT', '/api/admin/lessons/tides-lesson-1', { title: 'Neap tides' });
}

it('passes over it, and writes the other rows of the page', async () => {
  const { world, store } = await openTidesDevice();
  const [, before] = await titlesOf(store);
  renameLessons(world);
  await editBoth(world);
  expect((await pullAll(store)).end).toBe('done');
  expect(await titlesOf(store)).toEqual(['All tides', before]);
});

it('pulls it once the app was updated, without the help of another change, and keeps unsent work', async () => {
  const { world, store } = await openTidesDevice();
  renameLessons(world);
  await editBoth(world);
  await pullAll(store);
  await recordProgress(knownUserId(), 'tides-lesson-2', { isCompleted: true });
  const unsent = await listUnsent(store);
  vi.stubGlobal('fetch', world.network.fetch);
  await pullAll(store);
  expect((await titlesOf(store))[1]).not.toBe('Neap tides');
  // The app that stored this knew fewer kinds.
  await write(store, [store.state], async (tx) => {
    await writePullState(tx, { ...(await readPullState(tx)), level: PULL_LEVEL - 1 });
  });
  await pullAll(store);
  expect(await titlesOf(store)).toEqual(['All tides', 'Neap tides']);
  expect(await listUnsent(store)).toEqual(unsent);
  const before = world.network.seen.length;
  await pullAll(store);
  expect(world.network.seen.slice(before).map(({ path }) => path)).toEqual([
    expect.stringContaining('cursor='),
  ]);
});
