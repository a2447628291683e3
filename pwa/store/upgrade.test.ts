import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readItem, restoreItems } from '../device/local-storage.ts';
import { adminCourseOf } from '../testing/admin-rows.ts';
import { courseOf, outlineOf } from '../testing/courses.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { rowsOfVersion } from '../testing/released-rows.ts';
import {
  describeDatabase,
  openReleased,
  type ReleasedStore,
  readDatabase,
  releasedDeviceStore,
  releasedPrivateStore,
  releasedPublicStore,
  releasedVersions,
} from '../testing/released-stores.ts';
import { activationRow } from '../testing/rows.ts';
import { findAdminContent, findAdminCourse } from './admin-courses.ts';
import { isStoreBlocked, watchStoreBlocked } from './blocked.ts';
import { findLostCommands } from './canary.ts';
import { writeCanary } from './canary-note.ts';
import { listCourses } from './catalogue.ts';
import { findDraft } from './drafts.ts';
import { listUnsent } from './outbox.ts';
import { leavePrivateStore } from './private-store.ts';
import { privateStoreName } from './private-store-name.ts';
import { PublicStore } from './public-store.ts';

beforeEach(async () => {
  leavePrivateStore(alice.id);
  await resetDevice();
});

const NAME = privateStoreName(alice.id);
const counts = [0, 1, 500] as const;
const cases = releasedVersions.flatMap((version) => counts.map((count) => ({ version, count })));
const older = cases.filter(({ version }) => version < releasedVersions.length);

/** What the store of this version held, and its tab. */
async function fill(version: number, count: number) {
  const rows = rowsOfVersion(version, count);
  const tab = await openReleased(releasedPrivateStore(alice.id, version), rows);
  const lastId = count === 0 ? null : activationRow(count, '').id;
  writeCanary(alice.id, { birth: 'the-first-birth', unsent: count, lastId, lost: 0 });
  return { tab, rows };
}

/** Opens it with today's app, and compares every row with what was there. */
async function expectWhole(rows: Awaited<ReturnType<typeof fill>>['rows']): Promise<void> {
  const store = signInAs(alice);
  expect(await listUnsent(store)).toEqual(rows.outbox);
  expect(await findLostCommands(store)).toBe(0);
  expect(await findDraft(store, 'support')).toEqual({ message: 'Half a sent' });
  expect(await readDatabase(NAME)).toMatchObject(rows);
}

/** The browser is killed while it upgrades this database: all of the upgrade is taken back. */
function killNextUpgrade(killed: string): void {
  const open = indexedDB.open.bind(indexedDB);
  const spy = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version);
    if (name !== killed) return request;
    spy.mockRestore();
    // Behind the app's own work on the tables, which began in the same event.
    request.addEventListener('upgradeneeded', () => queueMicrotask(() => request.transaction?.abort()));
    return request;
  });
}

describe('what is written down of released stores', () => {
  it('ends with the one of today: whoever adds a version adds it here', async () => {
    await signInAs(alice).open();
    const { name: _, ...today } = releasedPrivateStore(alice.id, releasedVersions.length);
    expect(await describeDatabase(NAME)).toEqual(today);
  });

  it.each(releasedVersions.slice(1))('only ever adds, up to version %i', (version) => {
    const before = releasedPrivateStore(alice.id, version - 1);
    expect(releasedPrivateStore(alice.id, version).shapes).toMatchObject(before.shapes);
  });
});

describe('a store that an older app left', () => {
  it.each(cases)('of version $version with $count unsent opens as it was', async ({ version, count }) => {
    const { tab, rows } = await fill(version, count);
    tab.close();
    await expectWhole(rows);
  });

  it.each(older)(
    'of version $version with $count unsent survives a kill in the middle of its upgrade',
    async ({ version, count }) => {
      const { tab, rows } = await fill(version, count);
      tab.close();
      killNextUpgrade(NAME);
      await expect(signInAs(alice).open()).rejects.toThrow();
      expect(await describeDatabase(NAME)).toMatchObject({ version: version * 10 });
      leavePrivateStore(alice.id);
      await expectWhole(rows);
    },
  );

  it('is upgraded by the same page too, when its first try came to nothing', async () => {
    const { tab, rows } = await fill(1, 1);
    tab.close();
    killNextUpgrade(NAME);
    await expect(signInAs(alice).open()).rejects.toThrow();
    await expectWhole(rows);
  });

  it.each(older)(
    'of version $version with $count unsent opens beside its old tab, which makes way',
    async ({ version, count }) => {
      const { tab, rows } = await fill(version, count);
      tab.onversionchange = () => tab.close();
      await expectWhole(rows);
      expect(isStoreBlocked()).toBe(false);
    },
  );

  it.each(older)(
    'of version $version with $count unsent waits for an old tab that holds on, says so, and goes on after it',
    async ({ version, count }) => {
      const { tab, rows } = await fill(version, count);
      const heard: boolean[] = [];
      const stop = watchStoreBlocked(() => heard.push(isStoreBlocked()));
      const opened = expectWhole(rows);
      await vi.waitFor(() => expect(isStoreBlocked()).toBe(true));
      tab.close();
      await opened;
      expect(heard).toEqual([true, false]);
      stop();
    },
  );

  it('gives the courses that its second version kept for admins what later ones added', async () => {
    const { modules: _, ...course } = adminCourseOf('c1', []);
    const bare = { id: 'l1', title: 'Lesson', description: '', duration: 5, type: 'text', videoUrl: null };
    const lessons = [{ ...bare, videoSizeBytes: null, version: 1, position: 'a0' }];
    const modules = [{ id: 'm1', title: 'Module', description: '', version: 1, position: 'a0', lessons }];
    const adminCourses = [{ ...course, modules, place: 0, v: 1 }];
    (await openReleased(releasedPrivateStore(alice.id, 2), { adminCourses })).close();
    const store = signInAs(alice);
    const found = await findAdminCourse(store, 'c1');
    expect(found?.modules[0]?.lessons[0]).toMatchObject({ id: 'l1', resources: [] });
    expect(await findAdminContent(store, 'l1')).toBeNull();
  });
});

describe('a store that a newer app has upgraded', () => {
  const newer: ReleasedStore = {
    ...releasedPrivateStore(alice.id, releasedVersions.length),
    version: 990,
  };

  it('is read and written by this one all the same, and keeps what only the newer one knows', async () => {
    const row = activationRow(1, 'course-1');
    const unknown = { ...activationRow(2, 'course-2'), v: 99 };
    const shapes = { ...newer.shapes, marvels: { keyPath: 'id' } };
    const rows = { outbox: [row, unknown], marvels: [{ id: 'm' }] };
    (await openReleased({ ...newer, shapes }, rows)).close();
    const store = signInAs(alice);
    expect(await listUnsent(store)).toEqual([row]);
    await store.drafts.put({ id: 'd', value: 1, updatedAt: '', v: 1 });
    store.close();
    expect(await readDatabase(NAME)).toMatchObject({ ...rows, drafts: [{ id: 'd' }] });
  });

  it('is found again by a tab of this one that was open meanwhile', async () => {
    const store = signInAs(alice);
    await store.drafts.put({ id: 'd', value: 'typed', updatedAt: '', v: 1 });
    (await openReleased({ ...newer, shapes: { marvels: { keyPath: 'id' } } })).close();
    expect(await findDraft(store, 'd')).toBe('typed');
  });
});

describe('what belongs to nobody in particular', () => {
  const course = outlineOf(courseOf('a', []));
  const rows = { courses: [{ ...course, position: 0, v: 1 }], appState: [] };

  it('the catalogue opens as it was, after a killed first start too', async () => {
    killNextUpgrade('carrel');
    await expect(listCourses(new PublicStore())).rejects.toThrow();
    (await openReleased(releasedPublicStore, rows)).close();
    expect(await listCourses(new PublicStore())).toEqual([course]);
    const { name, ...shape } = releasedPublicStore;
    expect(await describeDatabase(name)).toEqual(shape);
  });

  it('the catalogue is made by today’s app in the shape that was released', async () => {
    await listCourses(new PublicStore());
    const { name, ...shape } = releasedPublicStore;
    expect(await describeDatabase(name)).toEqual(shape);
  });

  it('the copy of localStorage gives back what an older app wrote into it', async () => {
    // What other tests wrote before a page compared is newer than any copy.
    await restoreItems();
    const db = await openReleased(releasedDeviceStore);
    const mirror = { stamp: 7, items: { token: 'alice' } };
    await new Promise((resolve) => {
      const transaction = db.transaction('mirror', 'readwrite');
      transaction.objectStore('mirror').put(mirror, 'items');
      transaction.oncomplete = resolve;
    });
    db.close();
    await restoreItems();
    expect(readItem('token')).toBe('alice');
  });
});
