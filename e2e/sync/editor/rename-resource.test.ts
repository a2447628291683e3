import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { decideConflict } from '#pwa/sync/conflicts/decide.ts';
import { enqueueResourceRename } from '#pwa/sync/enqueue/editor-commands.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { LESSON, lessonOnServer, openDeviceWithText, shownCourses } from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openDeviceWithText());
});

async function theResource() {
  const courses = await shownCourses(store);
  const lessons = courses.flatMap(({ modules }) => modules.flatMap((module) => module.lessons));
  const resource = lessons.find(({ id }) => id === LESSON)?.resources[0];
  if (resource === undefined) throw new Error('The lesson has no resource');
  return resource;
}

async function rename(title: string) {
  const { id: resourceId, title: resourceTitle, version } = await theResource();
  const lesson = { courseId: 'tides', moduleId: 'tides-module-1', lessonId: LESSON, lessonTitle: 'Lesson 1' };
  return enqueueResourceRename(knownUserId(), { ...lesson, resourceId, resourceTitle, version }, title);
}

const onServer = async () => (await lessonOnServer(world, LESSON))?.resources[0];

async function sync(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await drainLater(store);
  await pullAll(store);
}

describe('renaming a resource', () => {
  it('is shown at once, and reaches the server once, as one edit', async () => {
    await rename('First');
    await rename('Second');
    expect((await theResource()).title).toBe('Second');
    expect(await listUnsent(store)).toHaveLength(1);
    world.network.plan = [faults.replyLost];
    await sync();
    expect(await listUnsent(store)).toEqual([]);
    expect(await onServer()).toMatchObject({ title: 'Second', version: 2 });
    expect(await theResource()).toMatchObject({ title: 'Second', version: 2 });
  });

  it('that another admin renamed meanwhile asks which title stays', async () => {
    await rename('Mine');
    const { id } = await theResource();
    const as = world.server.people.admin;
    await world.server.request(`/api/admin/resources/${id}`, {
      as,
      method: 'PUT',
      body: { title: 'Theirs' },
    });
    await sync();
    const [row] = await listUnsent(store);
    expect(row?.conflict).toMatchObject({ fields: ['title'], current: { title: 'Theirs' } });
    await decideConflict(row?.id ?? '', { kind: 'fields', values: { title: 'Both' } });
    await sync();
    expect([await listUnsent(store), (await onServer())?.title]).toEqual([[], 'Both']);
  });
});
