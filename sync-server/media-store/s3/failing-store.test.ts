import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { tusClient } from '#sync-server/uploads/tus/tus-for-test.ts';
import { mp4Of, uploadsForTest } from '#sync-server/uploads/uploads-for-test.ts';
import { failingBucket } from './s3-proxy-for-test.ts';

const MB = 1024 * 1024;

/** A server whose store can fail. */
async function failingStore() {
  const { s3, faults, counts } = await failingBucket();
  const world = await uploadsForTest({ s3 });
  const { server } = world;
  const tus = tusClient(server.url, server.people.admin.token);
  const attach = (uploadId: string, key: string) =>
    server.request('/api/admin/lessons/tides-lesson-1/video', {
      ...{ method: 'PUT', as: server.people.admin, key, body: { uploadId } },
    });
  return { ...world, faults, counts, tus, attach };
}

const unavailable = { code: 'server_busy', error: serverMessages.storeUnavailable };

describe.each([
  ['cannot be reached', { isDown: true }, 503, unavailable],
  [
    'is full',
    { refusal: { status: 507, code: 'XMinioStorageFull' } },
    507,
    { code: 'server_full', error: serverMessages.serverFull },
  ],
] as const)('a store that %s', (_, fault, status, refusal) => {
  it('refuses a video, changes nothing, and accepts it when it works again', async () => {
    const { uploadVideo, lessonRow, leftovers, list, faults, server } = await failingStore();
    Object.assign(faults, fault);
    const response = await uploadVideo(mp4Of(50_000));
    expect([response.status, response.json]).toMatchObject([status, refusal]);
    expect(await lessonRow()).toMatchObject({ version: 1, videoFileId: null });
    expect(leftovers()).toEqual([]);
    expect(server.log.join('')).not.toContain('unexpected error');
    Object.assign(faults, { isDown: false, refusal: null });
    expect((await uploadVideo(mp4Of(50_000))).status).toBe(200);
    expect(await list('media')).toHaveLength(1);
  });

  it('acknowledges no piece of an upload, which then continues where it was', async () => {
    const { tus, faults } = await failingStore();
    const id = randomUUID();
    const bytes = new Uint8Array(mp4Of(3 * MB));
    await tus.begin({ id, sizeBytes: bytes.length });
    Object.assign(faults, fault);
    expect((await tus.send({ id, offset: 0, bytes: bytes.slice(0, MB) })).status).toBe(status);
    Object.assign(faults, { isDown: false, refusal: null });
    expect(await tus.offsetOf(id)).toBe(0);
    expect((await tus.send({ id, offset: 0, bytes: bytes.slice(0, MB) })).status).toBe(204);
    Object.assign(faults, fault);
    const refused = await tus.send({ id, offset: MB, bytes: bytes.slice(MB) });
    expect([refused.status, await refused.json()]).toMatchObject([status, refusal]);
    Object.assign(faults, { isDown: false, refusal: null });
    expect(await tus.offsetOf(id)).toBe(MB);
    expect((await tus.send({ id, offset: MB, bytes: bytes.slice(MB) })).status).toBe(204);
  });

  it('refuses to attach an upload without a receipt, and the repeated command succeeds', async () => {
    const { tus, faults, attach, lessonRow } = await failingStore();
    const uploadId = await tus.sendWhole(new Uint8Array(mp4Of(50_000)));
    const key = randomUUID();
    Object.assign(faults, fault);
    const refused = await attach(uploadId, key);
    expect([refused.status, refused.refusal, refused.header('Receipt')]).toMatchObject([
      status,
      refusal,
      null,
    ]);
    expect((await lessonRow()).version).toBe(1);
    Object.assign(faults, { isDown: false, refusal: null });
    expect((await attach(uploadId, key)).status).toBe(200);
  });
});

describe('a video in a store', () => {
  it('that drops two connections is stored with the third', async () => {
    const { uploadVideo, list, faults, counts } = await failingStore();
    faults.putsToDrop = 2;
    expect((await uploadVideo(mp4Of(50_000))).status).toBe(200);
    expect([counts.PUT, (await list('media')).length]).toEqual([3, 1]);
  });

  it('that cannot be reached is 503, not 404: devices ask again', async () => {
    const { uploadVideo, server, faults } = await failingStore();
    const { json } = await uploadVideo(mp4Of(50_000));
    faults.isDown = true;
    const response = await server.request(json.videoUrl);
    expect([response.status, response.refusal, response.header('Retry-After')]).toMatchObject([
      ...[503, unavailable, '10'],
    ]);
    expect(server.log.join('')).toContain('the files cannot be reached');
  });

  it('that lost it is 404', async () => {
    const { uploadVideo, server, lessonRow } = await failingStore();
    const { json } = await uploadVideo(mp4Of(50_000));
    await server.deps.mediaStore.remove(`media/${(await lessonRow()).videoFileId}`);
    expect((await server.request(json.videoUrl)).status).toBe(404);
  });

  it('that ends its connections arrives whole: the rest is requested again', async () => {
    const { uploadVideo, get, faults, counts } = await failingStore();
    const bytes = mp4Of(3 * MB);
    for (let i = 100; i < bytes.length; i += 1) bytes[i] = i % 251;
    const { json } = await uploadVideo(bytes);
    faults.cutAfterBytes = MB;
    const before = counts.GET ?? 0;
    const part = await get(json.videoUrl, { Range: 'bytes=5-' });
    expect([part.status, part.bytes.equals(bytes.subarray(5))]).toEqual([206, true]);
    expect((counts.GET ?? 0) - before).toBeGreaterThan(2);
  });
});
