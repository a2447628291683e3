import { beforeEach, describe, expect, it } from 'vitest';
import { blockDatabases } from '#pwa/testing/block-site-data.ts';
import { courseOf, outlineOf } from '#pwa/testing/courses.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import { fillStorage } from '#pwa/testing/fill-storage.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import {
  findCatalogueTime,
  findCourse,
  isCatalogueStored,
  listCourses,
  putCatalogue,
  putCourse,
  putFirstCatalogue,
  removeCourse,
} from './catalogue.ts';
import { openPublicStore, PublicStore } from './public-store.ts';
import { watchPublic } from './watch-public.ts';

const at = '2026-11-21T08:00:00.000Z';
const [z, a, m] = ['z', 'a', 'm'].map((id) => outlineOf(courseOf(id, [])));
const idsOf = async () => (await listCourses(openPublicStore())).map(({ id }) => id);

beforeEach(resetDevice);

describe('the catalogue', () => {
  it('is in the server’s order and drops what is no longer in it', async () => {
    if (!z || !a || !m) throw new Error('three courses');
    await putCatalogue(openPublicStore(), [z, a], at);
    expect(await idsOf()).toEqual(['z', 'a']);
    await putCatalogue(openPublicStore(), [m, a], at);
    expect(await idsOf()).toEqual(['m', 'a']);
  });

  it('updates a single course at its position, and appends a new one', async () => {
    if (!z || !a || !m) throw new Error('three courses');
    await putCatalogue(openPublicStore(), [z, a], at);
    await putCourse(openPublicStore(), m);
    await putCourse(openPublicStore(), { ...z, title: 'Renamed' });
    expect(await idsOf()).toEqual(['z', 'a', 'm']);
    expect((await findCourse(openPublicStore(), 'z'))?.title).toBe('Renamed');
    await removeCourse(openPublicStore(), 'a');
    expect(await findCourse(openPublicStore(), 'a')).toBeNull();
  });

  it('that came with a page is stored, unless the device has one', async () => {
    if (!z || !a || !m) throw new Error('three courses');
    await putCourse(openPublicStore(), z);
    await putFirstCatalogue(openPublicStore(), [m, a], at);
    expect([await idsOf(), await findCatalogueTime(openPublicStore())]).toEqual([['m', 'a'], at]);
    await putFirstCatalogue(openPublicStore(), [z], '2026-11-22T08:00:00.000Z');
    expect([await idsOf(), await findCatalogueTime(openPublicStore())]).toEqual([['m', 'a'], at]);
  });

  it('distinguishes an empty catalogue from one that was never fetched', async () => {
    expect(await findCatalogueTime(openPublicStore())).toBeNull();
    await putCatalogue(openPublicStore(), [], at);
    expect(await findCatalogueTime(openPublicStore())).toBe(at);
  });
});

describe('a catalogue that the browser does not store', () => {
  it.each([
    ['blocks its databases', blockDatabases],
    ['has no space', fillStorage],
  ])('is there for as long as the page lives, when the browser %s', async (_, fail) => {
    if (!z || !a || !m) throw new Error('three courses');
    await putCatalogue(openPublicStore(), [m], '2026-11-20T08:00:00.000Z');
    const recover = fail();
    const store = new PublicStore();
    await putCatalogue(store, [z, a], at);
    await putCourse(store, m);
    await putCourse(store, { ...z, title: 'Renamed' });
    await removeCourse(store, 'a');
    expect([await idsOf(), await findCatalogueTime(store), isCatalogueStored()]).toEqual([
      ['z', 'm'],
      at,
      false,
    ]);
    expect((await findCourse(store, 'z'))?.title).toBe('Renamed');
    expect(await findCourse(store, 'a')).toBeNull();
    recover();
    await putCatalogue(store, [a], at);
    expect([await idsOf(), isCatalogueStored()]).toEqual([['a'], true]);
  });

  it('is shown to the watchers of this page', async () => {
    if (!z) throw new Error('three courses');
    const recover = blockDatabases();
    const heard: string[] = [];
    const stop = watchPublic(listCourses, {
      next: (courses) => heard.push(courses.map(({ id }) => id).join()),
      error: (error) => heard.push(String(error)),
    });
    await putCatalogue(new PublicStore(), [z], at);
    await waitFor(() => expect(heard.at(-1)).toBe('z'));
    recover();
    await putCatalogue(openPublicStore(), [], at);
    await waitFor(() => expect(heard.at(-1)).toBe(''));
    stop();
  });
});
