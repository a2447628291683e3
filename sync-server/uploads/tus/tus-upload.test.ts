import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { THUMBNAIL_MAX_BYTES, VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { UPLOAD_RETENTION_MS } from '#schema/sync/upload.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { sweepStaleUploads } from '../discard-uploads.ts';
import { mp4Of } from '../uploads-for-test.ts';
import { countReceived, digestOf, metadataOf, tusForTest } from './tus-for-test.ts';

const video = (sizeBytes: number) => new Uint8Array(mp4Of(sizeBytes));
const MB = 1024 * 1024;

describe('an upload in pieces', () => {
  it('is created under the device’s id, continues where it stopped, and reports its offset', async () => {
    const { tus, incoming } = await tusForTest();
    const id = randomUUID();
    const bytes = video(3 * MB);
    const begun = await tus.begin({ id, sizeBytes: bytes.length });
    expect([begun.status, begun.headers.get('Location')]).toEqual([201, `/api/uploads/${id}`]);
    expect(await tus.offsetOf(id)).toBe(0);
    const first = await tus.send({ id, offset: 0, bytes: bytes.slice(0, MB) });
    expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, String(MB)]);
    expect(await tus.offsetOf(id)).toBe(MB);
    expect((await tus.send({ id, offset: MB, bytes: bytes.slice(MB) })).status).toBe(204);
    expect(await tus.offsetOf(id)).toBe(bytes.length);
    expect(await incoming()).toHaveLength(1);
  });

  it('is the same upload when its creation is repeated, with all bytes received so far', async () => {
    const { tus, incoming } = await tusForTest();
    const id = randomUUID();
    await tus.begin({ id, sizeBytes: 2 * MB });
    await tus.send({ id, offset: 0, bytes: video(MB) });
    expect((await tus.begin({ id, sizeBytes: 2 * MB })).status).toBe(201);
    expect(await tus.offsetOf(id)).toBe(MB);
    expect(await incoming()).toHaveLength(1);
    const other = await tus.begin({ id, sizeBytes: 2 * MB + 1 });
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'id_taken' }]);
  });

  it('rejects a piece at the wrong offset, and stores no byte of it', async () => {
    const { tus } = await tusForTest();
    const id = randomUUID();
    await tus.begin({ id, sizeBytes: 2 * MB });
    for (const offset of [1, MB, 3 * MB]) {
      const response = await tus.send({ id, offset, bytes: video(MB) });
      expect([response.status, await response.json()]).toMatchObject([409, { code: 'upload_offset' }]);
    }
    expect(await tus.offsetOf(id)).toBe(0);
    const tooMuch = await tus.send({ id, offset: 0, bytes: video(2 * MB + 1) });
    expect([tooMuch.status, await tooMuch.json()]).toMatchObject([413, { code: 'body_too_large' }]);
    expect(await tus.offsetOf(id)).toBe(0);
  });

  it('stores the bytes received before its connection broke', async () => {
    const { tus, server } = await tusForTest();
    const received = countReceived(server);
    const id = randomUUID();
    const bytes = video(4 * MB);
    await tus.begin({ id, sizeBytes: bytes.length });
    const half = tus.sendHalf({ id, offset: 0, bytes }, 2 * MB);
    await waitFor(() => expect(received()).toBeGreaterThan(MB));
    half.destroy();
    await waitFor(() => expect(half.closed).toBe(true));
    await waitFor(async () => expect(await tus.offsetOf(id)).toBeGreaterThan(0));
    const offset = (await tus.offsetOf(id)) ?? 0;
    expect((await tus.send({ id, offset, bytes: bytes.slice(offset) })).status).toBe(204);
  });

  it('continues although the server still holds the dead connection', async () => {
    const { tus, server } = await tusForTest();
    const received = countReceived(server);
    const id = randomUUID();
    const bytes = video(4 * MB);
    await tus.begin({ id, sizeBytes: bytes.length });
    const dead = tus.sendHalf({ id, offset: 0, bytes }, MB);
    await waitFor(() => expect(received()).toBeGreaterThan(MB / 2));
    const offset = (await tus.offsetOf(id)) ?? 0;
    expect(offset).toBeGreaterThan(0);
    expect((await tus.send({ id, offset, bytes: bytes.slice(offset) })).status).toBe(204);
    expect(await tus.offsetOf(id)).toBe(bytes.length);
    dead.destroy();
  });

  it('works for any client of the protocol: at the returned address, with metadata that is of no use here', async () => {
    const { tus, server, attachVideo } = await tusForTest();
    const id = randomUUID();
    const bytes = video(2 * MB + 17);
    const metadata = { filename: 'video.mp4', id, kind: 'video', sha256: digestOf(bytes) };
    const begun = await tus.begin({
      sizeBytes: bytes.length,
      headers: { 'Upload-Metadata': metadataOf(metadata) },
    });
    const address = new URL(begun.headers.get('Location') ?? '', `${server.url}/api/uploads`);
    for (let offset = 0; offset < bytes.length; ) {
      const body = bytes.slice(offset, offset + 512 * 1024);
      const sent = await fetch(address, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${server.people.admin.token}`,
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': String(offset),
          'Content-Type': 'application/offset+octet-stream',
        },
        body,
      });
      offset += body.length;
      expect([sent.status, sent.headers.get('Upload-Offset')]).toEqual([204, String(offset)]);
    }
    expect((await attachVideo(id)).status).toBe(200);
  });

  it('is cancelled by DELETE, with its bytes', async () => {
    const { tus, incoming } = await tusForTest();
    const id = await tus.sendWhole(video(1_000));
    expect((await tus.request('DELETE', `/${id}`)).status).toBe(204);
    expect([await tus.offsetOf(id), await incoming()]).toEqual([null, []]);
    expect((await tus.request('DELETE', `/${id}`)).status).toBe(404);
  });
});

describe('before its first byte, an upload is rejected', () => {
  it.each([
    ['video', VIDEO_MAX_BYTES, 'video_too_large'],
    ['thumbnail', THUMBNAIL_MAX_BYTES, 'image_too_large'],
  ] as const)('above the limit of a %s, to the byte', async (kind, maxBytes, code) => {
    const { tus, incoming } = await tusForTest();
    const response = await tus.begin({ kind, sizeBytes: maxBytes + 1 });
    expect([response.status, await response.json()]).toMatchObject([413, { code }]);
    expect(await incoming()).toEqual([]);
    expect((await tus.begin({ kind, sizeBytes: maxBytes })).status).toBe(201);
  });

  it.each<[string, Record<string, string>]>([
    ['without a size', { 'Upload-Length': '' }],
    ['with an invalid size', { 'Upload-Length': '-1' }],
    ['with a deferred size', { 'Upload-Length': '', 'Upload-Defer-Length': '1' }],
    ['without metadata', { 'Upload-Metadata': '' }],
    ['with an id that is a path', { 'Upload-Metadata': metadataOf({ id: '../../../etc/x', kind: 'video' }) }],
    ['of another kind', { 'Upload-Metadata': metadataOf({ id: randomUUID(), kind: 'program' }) }],
    ['with unreadable metadata', { 'Upload-Metadata': 'id !!!!,,' }],
  ])('%s', async (_, headers) => {
    const { tus, incoming } = await tusForTest();
    const response = await tus.begin({ sizeBytes: 1_000, headers });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'upload_malformed' }]);
    expect(await incoming()).toEqual([]);
  });

  it('when it is empty, or uses another protocol', async () => {
    const { tus } = await tusForTest();
    expect((await tus.begin({ sizeBytes: 0 })).status).toBe(400);
    const response = await tus.begin({ sizeBytes: 10, headers: { 'Tus-Resumable': '0.2.0' } });
    expect(response.status).toBeLessThan(500);
    expect(response.status).toBeGreaterThanOrEqual(400);
  });
});

describe('the check of the first bytes', () => {
  it.each(['video', 'thumbnail'] as const)(
    'ends an upload that is not a %s, and stores nothing',
    async (kind) => {
      const { tus, incoming } = await tusForTest();
      const id = randomUUID();
      const bytes = new Uint8Array(MB).fill(60);
      await tus.begin({ id, kind, sizeBytes: 2 * MB });
      const response = await tus.send({ id, offset: 0, bytes });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: kind === 'video' ? 'not_a_video' : 'not_an_image' },
      ]);
      expect([await tus.offsetOf(id), await incoming()]).toEqual([null, []]);
    },
  );

  it('covers several short pieces too', async () => {
    const { tus } = await tusForTest();
    const id = randomUUID();
    const bytes = new Uint8Array(20_000).fill(60);
    await tus.begin({ id, sizeBytes: bytes.length });
    expect((await tus.send({ id, offset: 0, bytes: bytes.slice(0, 100) })).status).toBe(204);
    expect((await tus.send({ id, offset: 100, bytes: bytes.slice(100) })).status).toBe(400);
    expect(await tus.offsetOf(id)).toBeNull();
  });
});

describe('an upload belongs to its owner', () => {
  it('and another admin can neither see nor change it, but can use the same id', async () => {
    const { tus, server, clientOf, attachVideo } = await tusForTest();
    const { alice } = server.people;
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('users').set({ role: 'admin' }).where('id', '=', alice.id).execute(),
    );
    const other = clientOf(alice);
    const id = await tus.sendWhole(video(1_000));
    expect(await other.offsetOf(id)).toBeNull();
    expect((await other.send({ id, offset: 1_000, bytes: video(10) })).status).toBe(404);
    expect((await other.request('DELETE', `/${id}`)).status).toBe(404);
    expect((await attachVideo(id, { as: alice })).refusal.code).toBe('upload_gone');
    expect((await other.begin({ id, sizeBytes: 5_000 })).status).toBe(201);
    expect([await tus.offsetOf(id), await other.offsetOf(id)]).toEqual([1_000, 0]);
  });

  it('and cannot be reached by non-admins', async () => {
    const { tus, server, clientOf } = await tusForTest();
    const id = await tus.sendWhole(video(1_000));
    for (const [client, status] of [
      [clientOf(server.people.bob), 403],
      [clientOf({ ...server.people.bob, token: 'x' }), 401],
    ] as const) {
      for (const [method, path] of [
        ['POST', ''],
        ['OPTIONS', ''],
        ['HEAD', `/${id}`],
        ['PATCH', `/${id}`],
        ['DELETE', `/${id}`],
        ['GET', '/nothing'],
      ] as const) {
        expect((await client.request(method, path)).status, `${method} ${path}`).toBe(status);
      }
    }
    expect(await tus.offsetOf(id)).toBe(1_000);
  });
});

describe('every response about uploads', () => {
  it('has the security headers, our error format, and nothing that allows other origins', async () => {
    const { tus } = await tusForTest();
    const id = await tus.sendWhole(video(1_000));
    const origin = { Origin: 'https://elsewhere.example' };
    for (const [method, path] of [
      ['OPTIONS', ''],
      ['HEAD', `/${id}`],
      ['GET', `/${id}`],
      ['PUT', ''],
      ['PATCH', `/${id}`],
      ['POST', ''],
      ['HEAD', '/..%2F..%2Fcarrel.sqlite'],
      ['DELETE', '/%2e%2e'],
    ] as const) {
      const { status, headers } = await tus.request(method, path, origin);
      expect(status, `${method} ${path}`).toBeLessThan(500);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      if (status >= 400) expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    }
  });

  it('lists the supported extensions and rejects other methods', async () => {
    const { tus } = await tusForTest();
    const options = await tus.request('OPTIONS', '');
    expect([options.status, options.headers.get('Tus-Extension')]).toEqual([204, 'creation,termination']);
    const other = await tus.request('GET', `/${randomUUID()}`);
    expect([other.status, other.headers.get('Allow')]).toEqual([405, 'HEAD, PATCH, DELETE, OPTIONS']);
  });

  it('is limited to 300 creations an hour', async () => {
    const { tus, server } = await tusForTest();
    const counters = [{ limit: 'uploadByUser', key: server.people.admin.id }] as const;
    for (let i = 0; i < 300; i += 1) await server.deps.limits.consume(counters);
    const response = await tus.begin({ sizeBytes: 10 });
    expect([response.status, Number(response.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)]);
  });
});

describe('an unfinished upload', () => {
  it('is removed 48 hours after its last byte, not after its first', async () => {
    const { tus, server, incoming } = await tusForTest();
    const id = randomUUID();
    await tus.begin({ id, sizeBytes: 2_000 });
    server.clock.advance(UPLOAD_RETENTION_MS - 1_000);
    await tus.send({ id, offset: 0, bytes: video(1_000) });
    server.clock.advance(UPLOAD_RETENTION_MS - 1_000);
    expect(await sweepStaleUploads(server.deps)).toBe(0);
    expect(await tus.offsetOf(id)).toBe(1_000);
    server.clock.advance(2_000);
    expect(await sweepStaleUploads(server.deps)).toBe(1);
    expect([await tus.offsetOf(id), await incoming()]).toEqual([null, []]);
  });
});
