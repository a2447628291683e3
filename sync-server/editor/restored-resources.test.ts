import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { digestOf, tusForTest } from '../uploads/tus/tus-for-test.ts';

const DAY_MS = 24 * 60 * 60_000;
const pdf = new Uint8Array(Buffer.from(`%PDF-1.7\n${'of the tides'.padEnd(9_000)}\n`));

/** A lesson with a linked and an uploaded resource, and calls of an admin. */
async function lessonWithResources() {
  const world = await tusForTest();
  const { server, tus } = world;
  const as = server.people.admin;
  const admin = (method: string, path: string, body?: unknown) =>
    server.request(`/api/admin/${path}`, { method, as, ...(body === undefined ? {} : { body }) });
  const uploadId = await tus.sendWhole(pdf, 'file');
  const body = { id: 'almanac', title: 'Almanac', type: 'pdf', name: 'almanac.pdf', uploadId };
  expect((await admin('POST', 'lessons/tides-lesson-1/resource-files', body)).status).toBe(200);
  /** Deletes a resource and returns its deletion in the history. */
  const remove = async (id: string) => {
    expect((await admin('DELETE', `resources/${id}`)).status).toBe(200);
    const { revisions } = (await admin('GET', 'audit')).read(endpoints.listAudit.output);
    return revisions[0]?.id ?? '';
  };
  const restore = (restores: string, lesson = 'tides-lesson-1') =>
    admin('POST', `lessons/${lesson}/restored-resources`, { id: `${restores}-again`, restores });
  return { ...world, admin, remove, restore };
}

describe('a deleted resource', () => {
  it('is restored as a new one with its file', async () => {
    const { remove, restore, get } = await lessonWithResources();
    const deletion = await remove('almanac');
    const { resource } = (await restore(deletion)).read(endpoints.restoreResource.output);
    const fields = { id: `${deletion}-again`, title: 'Almanac', type: 'pdf', version: 1 };
    expect(resource).toMatchObject({ ...fields, contentType: 'application/pdf', sizeBytes: pdf.length });
    expect(digestOf((await get(resource.url)).bytes)).toBe(digestOf(pdf));
  });

  it('is restored with its address', async () => {
    const { remove, restore } = await lessonWithResources();
    const { resource } = (await restore(await remove('tides-lesson-1-resource'))).read(
      endpoints.restoreResource.output,
    );
    expect(resource).toMatchObject({ url: 'https://tides.example.org/1', sizeBytes: null });
  });

  it('is restored with its file until the days of the trash are over, and refused with a reason afterwards', async () => {
    const { server, remove, restore, sweep } = await lessonWithResources();
    const deletion = await remove('almanac');
    const later = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS);
    await sweep(later(0));
    await sweep(later(TRASH_DAYS - 1));
    expect((await restore(deletion, 'tides-lesson-2')).status).toBe(200);
    const again = await remove(`${deletion}-again`);
    await sweep(later(TRASH_DAYS));
    await sweep(later(2 * TRASH_DAYS + 1));
    expect((await restore(again)).refusal.code).toBe('resource_unrestorable');
  });

  it('is not restored by another id, nor into a lesson that is gone', async () => {
    const { admin, remove, restore } = await lessonWithResources();
    expect((await restore('no-such-revision')).refusal.code).toBe('resource_unrestorable');
    const deletion = await remove('almanac');
    await admin('DELETE', 'lessons/tides-lesson-1');
    expect((await restore(deletion)).refusal.code).toBe('lesson_not_found');
    const { revisions } = (await admin('GET', 'audit')).read(endpoints.listAudit.output);
    expect((await restore(revisions[0]?.id ?? '', 'tides-lesson-2')).refusal.code).toBe(
      'resource_unrestorable',
    );
  });
});
