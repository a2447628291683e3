import { beforeEach, describe, expect, it } from 'vitest';
import { courseOf, outlineOf } from '#pwa/testing/courses.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import {
  findCatalogueTime,
  findCourse,
  listCourses,
  putCatalogue,
  putCourse,
  putFirstCatalogue,
  removeCourse,
} from './catalogue.ts';
import { openPublicStore } from './public-store.ts';

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
