import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeRevision } from '#schema/commands/history-sentences.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { MADE_AT_HEADER } from '#schema/protocol.ts';
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
  const replace = (id: string, uploadId: string, { madeAt, key = randomUUID() }: Replacing = {}) =>
    server.request(`/api/admin/resources/${id}/file`, {
      method: 'PUT',
      as: server.people.admin,
      key,
      headers: madeAt === undefined ? {} : { [MADE_AT_HEADER]: madeAt.toISOString() },
      body: { name: 'almanac of 2027.pdf', uploadId },
    });
  const fileRow = () => server.deps.db.selectFrom('files').selectAll().executeTakeFirst();
  return { ...world, add, replace, fileRow };
}

interface Replacing {
  readonly key?: string;
  readonly madeAt?: Date;
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

describe('a finished upload that replaces the file of a resource', () => {
  const DAY_MS = 24 * 60 * 60_000;

  async function almanacForTest() {
    const world = await resourcesForTest();
    const { tus, add, server } = world;
    const first = (await add(await tus.sendWhole(pdf(), 'file'), { id: 'almanac' })).read(
      endpoints.attachResource.output,
    ).resource;
    server.clock.advance(60_000);
    const audit = async () =>
      (await server.request('/api/admin/audit', { as: server.people.admin })).read(endpoints.listAudit.output)
        .revisions;
    return { ...world, first, audit };
  }

  it('gives it the new bytes, and keeps its id, title and place, with one revision', async () => {
    const { tus, replace, get, first, audit, server } = await almanacForTest();
    const bytes = pdf('of the tides of next year');
    const key = randomUUID();
    const uploadId = await tus.sendWhole(bytes, 'file');
    const { resource } = (await replace('almanac', uploadId, { key })).read(endpoints.replaceFile.output);
    expect((await replace('almanac', uploadId, { key })).status).toBe(200);
    const { url, ...rest } = resource;
    expect(rest).toMatchObject({ id: 'almanac', title: 'Almanac', version: 2, position: first.position });
    expect(digestOf((await get(url)).bytes)).toBe(digestOf(bytes));
    const [revision, ...older] = await audit();
    expect(older).toHaveLength(1);
    expect(revision).toMatchObject({ kind: 'update', entity: 'resource', version: 2 });
    expect(revision && describeRevision(revision)).toBe('replaced the file of resource “Almanac”');
    const { changes } = (await server.request('/api/sync', { as: server.people.admin })).read(
      endpoints.pull.output,
    );
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'resource', id: 'almanac' }));
  });

  it('leaves the file before to be removed as unused files are, after the days of the trash', async () => {
    const { tus, replace, get, first, sweep, server } = await almanacForTest();
    const { resource } = (await replace('almanac', await tus.sendWhole(pdf('new'), 'file'))).read(
      endpoints.replaceFile.output,
    );
    const later = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS);
    await sweep(later(1));
    expect((await get(first.url)).status).toBe(200);
    await sweep(later(TRASH_DAYS + 2));
    expect([(await get(first.url)).status, (await get(resource.url)).status]).toEqual([404, 200]);
  });

  it('is refused for another kind, for an address, and for a resource that is gone, and changes nothing', async () => {
    const { tus, replace, get, first, server, audit } = await almanacForTest();
    const video = await tus.sendWhole(new Uint8Array(mp4Of(9_000)), 'file');
    expect((await replace('almanac', video)).refusal.code).toBe('file_other_kind');
    const other = await tus.sendWhole(pdf('other'), 'file');
    expect((await replace('tides-lesson-1-resource', other)).refusal.code).toBe('file_other_kind');
    expect((await replace('no-such-resource', other)).refusal.code).toBe('resource_not_found');
    expect((await replace('almanac', randomUUID())).refusal.code).toBe('upload_gone');
    expect((await get(first.url)).status).toBe(200);
    const row = server.deps.db.selectFrom('resources').selectAll().where('id', '=', 'almanac');
    expect(await row.executeTakeFirst()).toMatchObject({ version: 1 });
    expect(await audit()).toHaveLength(1);
  });

  it.each(['', ', whose upload is gone'])(
    'replaces nothing that was chosen since, when its command is repeated after its receipt is gone%s',
    async (end) => {
      const { tus, replace, server, audit } = await almanacForTest();
      const madeAt = new Date(server.clock.now());
      server.clock.advance(60_000);
      const uploadId = await tus.sendWhole(pdf('mine'), 'file');
      expect((await replace('almanac', uploadId, { madeAt })).status).toBe(200);
      const theirs = (await replace('almanac', await tus.sendWhole(pdf('theirs'), 'file'))).read(
        endpoints.replaceFile.output,
      );
      if (end !== '') {
        server.clock.advance(UPLOAD_RETENTION_MS + 1);
        expect(await sweepStaleUploads(server.deps)).toBe(3);
      }
      const again = (await replace('almanac', uploadId, { madeAt })).read(endpoints.replaceFile.output);
      expect([again.resource.version, again.resource.sizeBytes]).toEqual([3, theirs.resource.sizeBytes]);
      expect(await audit()).toHaveLength(3);
    },
  );
});
