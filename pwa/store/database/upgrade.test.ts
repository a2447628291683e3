import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readItem, restoreItems } from '#pwa/device/local-storage.ts';
import { courseOf, outlineOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { useNextStoreVersion } from '#pwa/testing/next-store-version.ts';
import { alice } from '#pwa/testing/people.ts';
import { rowsOfVersion } from '#pwa/testing/released-rows.ts';
import {
  describeDatabase,
  openReleased,
  type ReleasedStore,
  readDatabase,
  releasedDeviceStore,
  releasedPrivateStore,
  releasedPublicStore,
  releasedVersions,
} from '#pwa/testing/released-stores.ts';
import { activationRow } from '#pwa/testing/rows.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { findLostCommands } from '../account/canary.ts';
import { writeCanary } from '../account/canary-note.ts';
import { findDraft } from '../account/drafts.ts';
import { listUnsent } from '../account/outbox.ts';
import { listCourses } from '../public/catalogue.ts';
import { PublicStore } from '../public/public-store.ts';
import { storeBlocked, watchOpening } from './blocked.ts';
import { leavePrivateStore } from './private-store.ts';
import { privateStoreName } from './private-store-name.ts';

beforeEach(async () => {
  leavePrivateStore(alice.id);
  await resetDevice();
  useNextStoreVersion();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const NAME = privateStoreName(alice.id);
const counts = [0, 1, 500] as const;
const cases = releasedVersions.flatMap((version) => counts.map((count) => ({ version, count })));
const current = releasedVersions.length;

/** The contents of a store of this version, and its tab. */
async function fill(version: number, count: number) {
  const rows = rowsOfVersion(version, count);
  const tab = await openReleased(releasedPrivateStore(alice.id, version), rows);
  const lastId = count === 0 ? null : activationRow(count, '').id;
  writeCanary(alice.id, { birth: 'the-first-birth', unsent: count, lastId, lost: 0 });
  return { tab, rows };
}

/** Opens it with the current app, and compares every row with the original. */
async function expectWhole(rows: Awaited<ReturnType<typeof fill>>['rows']): Promise<void> {
  const store = signInAs(alice);
  expect(await listUnsent(store)).toEqual(rows.outbox);
  expect(await findLostCommands(store)).toBe(0);
  expect(await findDraft(store, 'support')).toEqual({ message: 'Half a sent' });
  expect(await readDatabase(NAME)).toMatchObject(rows);
}

/** Simulates a browser killed while it upgrades this database: the whole upgrade is rolled back. */
function killNextUpgrade(killed: string): void {
  const open = indexedDB.open.bind(indexedDB);
  const spy = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version);
    if (name !== killed) return request;
    spy.mockRestore();
    // After the app's own work on the tables, which started in the same event.
    request.addEventListener('upgradeneeded', () => queueMicrotask(() => request.transaction?.abort()));
    return request;
  });
}

/**
 * A request that is queued behind that of another tab: the browser does not report that it is blocked. Resolves
 * when it is made.
 */
function hideBlockedEvent(): Promise<void> {
  const open = indexedDB.open.bind(indexedDB);
  return new Promise((resolve) => {
    const spy = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      const request = open(name, version);
      if (name !== NAME) return request;
      spy.mockRestore();
      request.addEventListener('blocked', (event) => event.stopImmediatePropagation());
      resolve();
      return request;
    });
  });
}

describe('the fixtures of released stores', () => {
  it.each(releasedVersions)('have rows in every table of version %i', (version) => {
    const { shapes } = releasedPrivateStore(alice.id, version);
    expect(Object.keys(rowsOfVersion(version, 1)).sort()).toEqual(Object.keys(shapes).sort());
  });

  it('only ever add, also to the made-up next version', async () => {
    const all = releasedVersions.map((version) => releasedPrivateStore(alice.id, version).shapes);
    await signInAs(alice).database.open();
    const next = await describeDatabase(NAME);
    expect(next).toMatchObject({ version: 10 * (current + 1), shapes: { stamps: { keyPath: 'id' } } });
    for (const [index, later] of [...all.slice(1), next.shapes].entries())
      expect(later).toMatchObject(all[index] ?? {});
  });
});

describe('a store of an older app', () => {
  it.each(cases)('of version $version with $count unsent opens unchanged', async ({ version, count }) => {
    const { tab, rows } = await fill(version, count);
    tab.close();
    await expectWhole(rows);
  });

  it.each(cases)(
    'of version $version with $count unsent survives a kill in the middle of its upgrade',
    async ({ version, count }) => {
      const { tab, rows } = await fill(version, count);
      tab.close();
      killNextUpgrade(NAME);
      await expect(signInAs(alice).database.open()).rejects.toThrow();
      expect(await describeDatabase(NAME)).toMatchObject({ version: version * 10 });
      leavePrivateStore(alice.id);
      await expectWhole(rows);
    },
  );

  it('is upgraded by the same page even if its first attempt was aborted', async () => {
    const { tab, rows } = await fill(1, 1);
    tab.close();
    killNextUpgrade(NAME);
    await expect(signInAs(alice).database.open()).rejects.toThrow();
    await expectWhole(rows);
  });

  it.each(cases)(
    'of version $version with $count unsent opens beside its old tab, which closes it',
    async ({ version, count }) => {
      const { tab, rows } = await fill(version, count);
      tab.onversionchange = () => tab.close();
      await expectWhole(rows);
      expect(storeBlocked.get()).toBe(false);
    },
  );

  it.each(cases)(
    'of version $version with $count unsent waits for an old tab that keeps it open, reports that, and continues after it',
    async ({ version, count }) => {
      const { tab, rows } = await fill(version, count);
      const heard: boolean[] = [];
      const stop = storeBlocked.subscribe(() => heard.push(storeBlocked.get()));
      const opened = expectWhole(rows);
      await waitFor(() => expect(storeBlocked.get()).toBe(true));
      tab.close();
      await opened;
      expect(heard).toEqual([true, false]);
      stop();
    },
  );

  it('whose upgrade is queued behind that of another tab says so after some seconds', async () => {
    const { tab, rows } = await fill(1, 1);
    const requested = hideBlockedEvent();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = expectWhole(rows);
    await requested;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(storeBlocked.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await waitFor(() => expect(storeBlocked.get()).toBe(true));
    tab.close();
    await opened;
    expect(storeBlocked.get()).toBe(false);
  });

  it('that opens slowly, and needs no upgrade, is not said to be blocked', async () => {
    const { tab } = await fill(current, 1);
    const lists = vi.spyOn(indexedDB, 'databases');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let open = () => {};
    const opening = new Promise<void>((resolve) => {
      open = resolve;
    });
    watchOpening(NAME, 10 * current, opening);
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    await lists.mock.results[0]?.value;
    await Promise.resolve();
    expect(storeBlocked.get()).toBe(false);
    open();
    tab.close();
  });
});

describe('a store that a newer app has upgraded', () => {
  const newer: ReleasedStore = { ...releasedPrivateStore(alice.id, current), version: 990 };

  it('is read and written by this version, and retains data that only the newer one knows', async () => {
    const row = activationRow(1, 'course-1');
    const unknown = { ...activationRow(2, 'course-2'), v: 99 };
    const shapes = { ...newer.shapes, marvels: { keyPath: 'id' } };
    const rows = { outbox: [row, unknown], marvels: [{ id: 'm' }] };
    (await openReleased({ ...newer, shapes }, rows)).close();
    const store = signInAs(alice);
    expect(await listUnsent(store)).toEqual([row]);
    await store.database.drafts.put({ id: 'd', value: 1, updatedAt: '', v: 1 });
    store.database.close();
    expect(await readDatabase(NAME)).toMatchObject({ ...rows, drafts: [{ id: 'd' }] });
  });

  it('is reopened by a tab of this version that was open meanwhile', async () => {
    const store = signInAs(alice);
    await store.database.drafts.put({ id: 'd', value: 'typed', updatedAt: '', v: 1 });
    (await openReleased({ ...newer, shapes: { marvels: { keyPath: 'id' } } })).close();
    expect(await findDraft(store, 'd')).toBe('typed');
  });
});

describe('data that belongs to no user', () => {
  const course = outlineOf(courseOf('a', []));
  const rows = { courses: [{ ...course, position: 0, v: 1 }], appState: [] };

  it('the catalogue opens unchanged, even after a killed first start', async () => {
    killNextUpgrade('carrel');
    await expect(listCourses(new PublicStore())).rejects.toThrow();
    (await openReleased(releasedPublicStore, rows)).close();
    expect(await listCourses(new PublicStore())).toEqual([course]);
    const { name, ...shape } = releasedPublicStore;
    expect(await describeDatabase(name)).toEqual(shape);
  });

  it('the catalogue is created by the current app in the released shape', async () => {
    await listCourses(new PublicStore());
    const { name, ...shape } = releasedPublicStore;
    expect(await describeDatabase(name)).toEqual(shape);
  });

  it('the copy of localStorage returns what an older app wrote', async () => {
    // Items that other tests wrote before the comparison are newer than any copy.
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
