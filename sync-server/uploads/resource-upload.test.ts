import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { UPLOAD_RETENTION_MS } from '#schema/sync/upload.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { sweepStaleUploads } from './discard-uploads.ts';
import { digestOf, tusForTest } from './tus/tus-for-test.ts';
import { mp4Of, plainImage } from './uploads-for-test.ts';

const pdf = (text = 'of the tides') => new Uint8Array(Buffer.from(`%PDF-1.7\n${text.padEnd(9_000)}\n`));

async function resourcesForTest() {
  const world = await tusForTest();
  const { server } = world;
  const add = (uploadId: string, { key = randomUUID(), lesson = 'tides-lesson-1', ...body }: Adding = {}) =>
    server.request(`/api/admin/lessons/${lesson}/resource-files`, {
      method: 'POST',
      as: server.people.admin,
      key,
      body: { title: 'Almanac', type: 'pdf', name: 'almanac of 2026.pdf', uploadId, ...body },
    });
  const fileRow = () =>
    server.deps.db.selectFrom('files').selectAll().orderBy('createdAt', 'desc').executeTakeFirst();
  return { ...world, add, fileRow };
}

interface Adding {
  readonly key?: string;
  readonly lesson?: string;
  readonly id?: string;
  readonly type?: string;
  readonly name?: string;
  readonly title?: string;
}

describe('a finished upload of a file', () => {
  it.each([
    ['a PDF', pdf(), 'application/pdf'],
    ['a video', new Uint8Array(mp4Of(9_000)), 'video/mp4'],
  ] as const)('becomes a resource of a lesson, byte for byte: %s', async (_, bytes, contentType) => {
    const { tus, add, get, bytesOf, fileRow, incoming } = await resourcesForTest();
    const response = await add(await tus.sendWhole(bytes, 'file'), { id: 'almanac' });
    const { resource } = response.read(endpoints.attachResource.output);
    expect(resource).toMatchObject({ id: 'almanac', title: 'Almanac', contentType, sizeBytes: bytes.length });
    const row = await fileRow();
    expect([row?.name, row?.digest]).toEqual(['almanac of 2026.pdf', digestOf(bytes)]);
    expect(digestOf(await bytesOf(mediaName(row?.id ?? '')))).toBe(digestOf(bytes));
    const served = await get(resource.url);
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, contentType]);
    expect(await incoming()).toEqual([]);
  });

  it('is added once, however often its command is sent, with one revision', async () => {
    const { tus, add, server } = await resourcesForTest();
    const uploadId = await tus.sendWhole(pdf(), 'file');
    const key = randomUUID();
    const statuses = [await add(uploadId, { key }), await add(uploadId, { key })].map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    const rows = await server.deps.db
      .selectFrom('resources')
      .select('id')
      .where('title', '=', 'Almanac')
      .execute();
    expect(rows).toHaveLength(1);
    const revisions = await server.deps.db.selectFrom('revisions').selectAll().execute();
    expect(revisions).toMatchObject([{ entity: 'resource', kind: 'create', entityId: rows[0]?.id }]);
  });

  it('stays as it is when its command is repeated under its id after its receipt is gone, and its upload too', async () => {
    const { tus, add, server } = await resourcesForTest();
    const uploadId = await tus.sendWhole(pdf(), 'file');
    const first = (await add(uploadId, { id: 'almanac' })).read(endpoints.attachResource.output);
    const addAgain = async () =>
      (await add(uploadId, { id: 'almanac' })).read(endpoints.attachResource.output).resource;
    expect(await addAgain()).toEqual(first.resource);
    server.clock.advance(UPLOAD_RETENTION_MS + 1);
    expect(await sweepStaleUploads(server.deps)).toBe(1);
    expect(await addAgain()).toMatchObject({ id: 'almanac', version: 1 });
    expect(await server.deps.db.selectFrom('revisions').selectAll().execute()).toHaveLength(1);
    expect((await add(uploadId, { id: 'another' })).refusal.code).toBe('upload_gone');
  });

  it('is refused when it is neither a PDF nor a video, and not stored', async () => {
    const { tus, incoming } = await resourcesForTest();
    const image = new Uint8Array(await plainImage(90, 60).png().toBuffer());
    const html = new Uint8Array(Buffer.from('<script>alert(1)</script>'.repeat(500)));
    for (const bytes of [image, html]) {
      const id = randomUUID();
      await tus.begin({ id, kind: 'file', sizeBytes: bytes.length, sha256: digestOf(bytes) });
      expect((await tus.send({ id, offset: 0, bytes })).status).toBe(400);
      expect(await tus.offsetOf(id)).toBeNull();
    }
    expect(await incoming()).toEqual([]);
  });

  it('is refused for a missing lesson, another kind of upload, and without a name', async () => {
    const { tus, add } = await resourcesForTest();
    const file = await tus.sendWhole(pdf(), 'file');
    expect((await add(file, { lesson: 'none' })).status).toBe(404);
    expect((await add(file, { name: ' ' })).status).toBe(400);
    expect((await add(file, { type: 'program' })).status).toBe(400);
    const video = await tus.sendWhole(new Uint8Array(mp4Of(9_000)));
    expect((await add(video)).refusal.code).toBe('upload_gone');
    expect((await add(file)).status).toBe(200);
  });
});
