import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { UPLOAD_RETENTION_MS } from '#schema/sync/upload.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { sweepStaleUploads } from './discard-uploads.ts';
import { digestOf, tusForTest } from './tus/tus-for-test.ts';

const DAY_MS = 24 * 60 * 60_000;
const bytes = new Uint8Array(Buffer.from(`%PDF-1.7\n${'of the tides'.padEnd(9_000)}\n`));
const LESSONS = ['tides-lesson-1', 'tides-lesson-2', 'tides-lesson-3'] as const;

/** A server with a whole upload of a PDF, and the command that adds it to a lesson. */
async function fileForTest() {
  const world = await tusForTest();
  const { server, tus } = world;
  const uploadId = await tus.sendWhole(bytes, 'file');
  const request = (lesson: string, name = 'almanac.pdf') =>
    server.request(`/api/admin/lessons/${lesson}/resource-files`, {
      method: 'POST',
      as: server.people.admin,
      key: randomUUID(),
      body: { title: 'Almanac', type: 'pdf', name, uploadId },
    });
  const add = async (lesson: string) =>
    (await request(lesson)).read(endpoints.attachResource.output).resource;
  const files = () => server.deps.db.selectFrom('files').selectAll().execute();
  const remove = ({ id, version }: { readonly id: string; readonly version: number }) =>
    server.request(`/api/admin/resources/${id}`, {
      ...{ method: 'DELETE', as: server.people.admin, headers: { 'If-Match': `"${version}"` } },
    });
  const sendAgain = async () => {
    const sha256 = digestOf(bytes);
    const begun = await tus.begin({ id: uploadId, kind: 'file', sizeBytes: bytes.length, sha256 });
    return [begun.status, (await tus.send({ id: uploadId, offset: 0, bytes })).status];
  };
  return { ...world, uploadId, request, add, files, remove, sendAgain };
}

describe('an upload of a file', () => {
  it('is added to any number of lessons, which have one file', async () => {
    const { add, files, get, list, incoming } = await fileForTest();
    const before = await list('media');
    const resources = [];
    for (const lesson of LESSONS) resources.push(await add(lesson));
    expect(new Set(resources.map(({ id }) => id)).size).toBe(3);
    for (const { url, sizeBytes } of resources) {
      expect(sizeBytes).toBe(bytes.length);
      expect(digestOf((await get(url)).bytes)).toBe(digestOf(bytes));
    }
    expect([(await files()).length, (await list('media')).length - before.length]).toEqual([1, 1]);
    expect(await incoming()).toEqual([]);
  });

  it('is added by commands that arrive at once', async () => {
    const { request, files, list } = await fileForTest();
    const before = await list('media');
    const responses = await Promise.all(LESSONS.map((lesson) => request(lesson)));
    const refused = responses.filter(({ status }) => status !== 200);
    // One that read the bytes while another's were deleted is sent again by its device.
    expect(refused.filter(({ status }) => status !== 409)).toEqual([]);
    for (const lesson of LESSONS.slice(0, refused.length)) expect((await request(lesson)).status).toBe(200);
    expect([(await files()).length, (await list('media')).length - before.length]).toEqual([1, 1]);
  });

  it('is complete for a device that asks, takes no more bytes, and can be begun again', async () => {
    const { tus, add, uploadId, sendAgain, get } = await fileForTest();
    const { url } = await add(LESSONS[0]);
    expect(await tus.offsetOf(uploadId)).toBe(bytes.length);
    expect(await sendAgain()).toEqual([201, 409]);
    expect((await tus.send({ id: uploadId, offset: bytes.length, bytes })).status).toBe(413);
    expect(digestOf((await get(url)).bytes)).toBe(digestOf(bytes));
  });

  it.each(['it is cancelled', 'no command has used it for two days'] as const)(
    'leaves its file when %s',
    async (end) => {
      const { tus, add, request, uploadId, sendAgain, server, files } = await fileForTest();
      server.clock.advance(UPLOAD_RETENTION_MS - 1);
      const { url } = await add(LESSONS[0]);
      expect(await sweepStaleUploads(server.deps)).toBe(0);
      server.clock.advance(UPLOAD_RETENTION_MS - 1);
      await add(LESSONS[1]);
      server.clock.advance(UPLOAD_RETENTION_MS - 1);
      expect(await sweepStaleUploads(server.deps)).toBe(0);
      if (end === 'it is cancelled') expect((await tus.request('DELETE', `/${uploadId}`)).status).toBe(204);
      else {
        server.clock.advance(2);
        expect(await sweepStaleUploads(server.deps)).toBe(1);
      }
      expect((await request(LESSONS[2])).refusal.code).toBe('upload_gone');
      expect(await tus.offsetOf(uploadId)).toBeNull();
      expect(await sendAgain()).toEqual([201, 204]);
      expect((await add(LESSONS[2])).url).not.toBe(url);
      expect(await files()).toHaveLength(2);
      const stored = await server.deps.mediaStore.findBytes(mediaName((await files())[0]?.id ?? ''));
      expect(digestOf(stored ?? new Uint8Array())).toBe(digestOf(bytes));
    },
  );

  it('whose file the store has lost is gone, and can be sent again under its id', async () => {
    const { tus, add, request, uploadId, sendAgain, server, get, files } = await fileForTest();
    await add(LESSONS[0]);
    await server.deps.mediaStore.remove(mediaName((await files())[0]?.id ?? ''));
    expect((await request(LESSONS[1])).refusal.code).toBe('upload_gone');
    expect(await tus.offsetOf(uploadId)).toBeNull();
    expect(await sendAgain()).toEqual([201, 204]);
    expect(digestOf((await get((await add(LESSONS[1])).url)).bytes)).toBe(digestOf(bytes));
  });
});

describe('a file of several resources', () => {
  it('stays until the last of them is deleted, and the days of the trash after that', async () => {
    const { add, remove, sweep, files, get, server } = await fileForTest();
    const [first, second] = [await add(LESSONS[0]), await add(LESSONS[1])];
    const later = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS);
    expect((await remove(first)).status).toBe(200);
    await sweep(later(1));
    await sweep(later(TRASH_DAYS + 2));
    expect(await files()).toHaveLength(1);
    expect((await get(second.url)).status).toBe(200);
    expect((await remove(second)).status).toBe(200);
    await sweep(later(1));
    expect(await files()).toHaveLength(1);
    await sweep(later(TRASH_DAYS + 2));
    expect([await files(), (await get(second.url)).status]).toEqual([[], 404]);
  });

  it('is there for a resource that is added after all others were deleted', async () => {
    const { add, remove, sweep, get, server } = await fileForTest();
    expect((await remove(await add(LESSONS[0]))).status).toBe(200);
    const later = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS);
    await sweep(later(1));
    const { url } = await add(LESSONS[1]);
    await sweep(later(TRASH_DAYS + 2));
    expect((await get(url)).status).toBe(200);
  });
});
