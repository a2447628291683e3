import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { courseOf, outlineOf } from '#pwa/testing/courses.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { findCatalogueTime, listCourses, putCatalogue, removeCourse } from './catalogue.ts';
import { PublicStore } from './public-store.ts';
import { watchPublic } from './watch-public.ts';

const at = '2026-11-21T08:00:00.000Z';
const course = outlineOf(courseOf('a', []));
let store: PublicStore;

beforeEach(async () => {
  await resetDevice();
  store = new PublicStore();
});

describe('the public store', () => {
  it('continues with the data that Dexie has written', async () => {
    const old = new Dexie('carrel');
    old.version(1).stores({ courses: 'id, position', appState: 'key' });
    await old.table('courses').put({ ...course, position: 0, v: 1 });
    await old.table('appState').put({ key: 'catalogueRefreshedAt', value: at });
    old.close();
    expect(await listCourses(store)).toEqual([course]);
    expect(await findCatalogueTime(store)).toBe(at);
    await removeCourse(store, 'a');
    expect(await listCourses(store)).toEqual([]);
  });

  it('lets a newer version of the app upgrade it, and continues beside that', async () => {
    await putCatalogue(store, [course], at);
    const newer = new Dexie('carrel');
    newer.version(2).stores({ courses: 'id, position', appState: 'key', more: 'id' });
    await newer.open();
    newer.close();
    expect(await listCourses(store)).toEqual([course]);
  });

  it('stores nothing of a write that fails half way', async () => {
    await putCatalogue(store, [course], at);
    const failure = store.write(({ courses }) => {
      courses.clear();
      courses.put({ nameless: true });
    });
    await expect(failure).rejects.toThrow();
    expect(await listCourses(store)).toEqual([course]);
  });

  it('skips a row that it cannot parse', async () => {
    await putCatalogue(store, [course], at);
    await store.write(({ courses }) => void courses.put({ id: 'b', position: 1 }));
    expect(await listCourses(store)).toEqual([course]);
  });

  it('reopens, once, when the browser has dropped the connection', async () => {
    await putCatalogue(store, [course], at);
    const dropped = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('dropped', 'InvalidStateError');
    });
    expect(await listCourses(store)).toEqual([course]);
    dropped.mockRestore();
  });
});

describe('a watcher of the public store', () => {
  it('receives the current value and every change, by this tab and by others, until it stops', async () => {
    const heard: string[] = [];
    const note = {
      next: (courses: readonly { id: string }[]) => heard.push(courses.map(({ id }) => id).join()),
      error: (error: unknown) => heard.push(String(error)),
    };
    const stop = watchPublic(listCourses, note);
    await waitFor(() => expect(heard.at(-1)).toBe(''));
    await putCatalogue(store, [course], at);
    await waitFor(() => expect(heard.at(-1)).toBe('a'));
    await removeCourse(new PublicStore(), 'a');
    await waitFor(() => expect(heard.at(-1)).toBe(''));
    stop();
    const count = heard.length;
    await putCatalogue(store, [course], at);
    await listCourses(store);
    expect(heard).toHaveLength(count);
  });
});
