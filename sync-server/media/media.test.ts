import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { flattenLessons } from '#schema/courses/course.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '../db/transaction.ts';
import { insertCourse } from '../seed/insert-course.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { listeningServerForTest, serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { storeFile } from './store-file.ts';

const HOUR_MS = 60 * 60 * 1_000;
const SIZE = 700_001;
const video = randomBytes(SIZE);

/** Stores a video on the server and returns its signed address, as the course's content contains it. */
async function addVideo(server: TestServer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-video-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'the tide (première).mp4');
  writeFileSync(source, video);
  const createdAt = server.clock.now().toISOString();
  const file = await storeFile(server.deps.mediaStore, source);
  const course = fixtureCourse({ id: 'videos', video: file });
  await inTransaction(server.deps.db, (trx) => insertCourse(trx, course, { position: 'a0', createdAt }));
  return videoAddress(server);
}

async function videoAddress(server: TestServer): Promise<string> {
  const response = await server.request('/api/courses/videos/content', { as: server.people.admin });
  const [lesson] = flattenLessons(response.read(endpoints.getCourseContent.output).course);
  expect(lesson?.videoSizeBytes).toBe(SIZE);
  return lesson?.videoUrl ?? '';
}

describe('a video', () => {
  it('is served whole, byte for byte, under a fixed type and a strict policy', async () => {
    const server = await serverForTest();
    const response = await server.request(await addVideo(server));
    expect(response.status).toBe(200);
    expect(Buffer.from(response.bytes).equals(video)).toBe(true);
    expect(response.header('Content-Type')).toBe('video/mp4');
    expect(response.header('Content-Length')).toBe(String(SIZE));
    expect(response.header('X-Content-Type-Options')).toBe('nosniff');
    expect(response.header('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.header('Cache-Control')).toBe('private, max-age=31536000, immutable');
    expect(response.header('Content-Disposition')).toBe(
      `inline; filename="the tide _premi_re_.mp4"; filename*=UTF-8''the%20tide%20%28premi%C3%A8re%29.mp4`,
    );
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-299', 100, 299],
    ['bytes=700000-', 700_000, 700_000],
    ['bytes=0-99999999', 0, 700_000],
    ['bytes=-10', 699_991, 700_000],
    ['bytes=-9999999', 0, 700_000],
    ['bytes=262143-262144', 262_143, 262_144],
  ])('is served in parts: %s', async (range, first, last) => {
    const server = await serverForTest();
    const response = await server.request(await addVideo(server), { headers: { Range: range } });
    expect(response.status).toBe(206);
    expect(response.header('Content-Range')).toBe(`bytes ${first}-${last}/${SIZE}`);
    expect(response.header('Content-Length')).toBe(String(last - first + 1));
    expect(Buffer.from(response.bytes).equals(video.subarray(first, last + 1))).toBe(true);
  });

  it.each(['bytes=700001-', 'bytes=999999999999-', 'bytes=-0'])('is not found at %s', async (range) => {
    const server = await serverForTest();
    const response = await server.request(await addVideo(server), { headers: { Range: range } });
    expect([response.status, response.header('Content-Range')]).toEqual([416, `bytes */${SIZE}`]);
    expect(response.bytes).toHaveLength(0);
  });

  it.each(['bytes=0-1,5-6', 'bytes=9-3', 'bytes=a-b', 'lines=1-2', 'bytes=', `bytes=${'9'.repeat(40)}-`])(
    'is served whole for the range %j, which is not a single range',
    async (range) => {
      const server = await serverForTest();
      const response = await server.request(await addVideo(server), { headers: { Range: range } });
      expect([response.status, response.bytes.length]).toEqual([200, SIZE]);
    },
  );

  it('has the hash of the whole, also with a part of it', async () => {
    const server = await serverForTest();
    const address = await addVideo(server);
    const hash = createHash('sha256').update(video).digest('base64');
    for (const headers of [{}, { Range: 'bytes=5-9' }]) {
      const response = await server.request(address, { headers });
      expect(response.header('Repr-Digest')).toBe(`sha-256=:${hash}:`);
    }
  });

  it('is resumed only when it is unchanged', async () => {
    const server = await serverForTest();
    const address = await addVideo(server);
    const etag = (await server.request(address)).header('ETag') ?? '';
    const part = { Range: 'bytes=5-9' };
    const same = await server.request(address, { headers: { ...part, 'If-Range': etag } });
    const other = await server.request(address, { headers: { ...part, 'If-Range': '"another"' } });
    const weak = await server.request(address, { headers: { ...part, 'If-Range': `W/${etag}` } });
    expect([same.status, other.status, weak.status]).toEqual([206, 200, 200]);
  });

  it('is not sent again to a client that has it', async () => {
    const server = await serverForTest();
    const address = await addVideo(server);
    const etag = (await server.request(address)).header('ETag') ?? '';
    const again = await server.request(address, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.bytes.length, again.header('ETag')]).toEqual([304, 0, etag]);
  });

  it('returns the same headers and no bytes for HEAD, also over the network', async () => {
    const server = await listeningServerForTest();
    const address = await addVideo(server);
    const head = await fetch(`${server.url}${address}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('Content-Length')).toBe(String(SIZE));
    expect(head.headers.get('Accept-Ranges')).toBe('bytes');
    const whole = await fetch(`${server.url}${address}`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(video)).toBe(true);
  });

  it('is served on to other clients when one disconnects in the middle', async () => {
    const server = await listeningServerForTest();
    const address = await addVideo(server);
    for (let i = 0; i < 5; i += 1) {
      const leaving = new AbortController();
      const response = await fetch(`${server.url}${address}`, { signal: leaving.signal });
      await response.body?.getReader().read();
      leaving.abort();
    }
    const whole = await fetch(`${server.url}${address}`);
    expect((await whole.arrayBuffer()).byteLength).toBe(SIZE);
  });
});

describe('a signed address', () => {
  it('is the same for every user within its window, valid for one more, and then no longer', async () => {
    const server = await serverForTest();
    const address = await addVideo(server);
    server.clock.advance(2 * HOUR_MS);
    expect(await videoAddress(server)).toBe(address);
    server.clock.advance(10 * HOUR_MS);
    expect(await videoAddress(server)).not.toBe(address);
    expect((await server.request(address)).status).toBe(200);
    server.clock.advance(12 * HOUR_MS);
    expect((await server.request(address)).status).toBe(403);
  });

  it('cannot be forged for longer, for another file, or without the secret', async () => {
    const server = await serverForTest();
    const address = await addVideo(server);
    const { origin, pathname, searchParams } = new URL(address, 'http://localhost');
    const expires = Number(searchParams.get('expires'));
    const signature = searchParams.get('signature') ?? '';
    const other = await serverForTest();
    const forged = [
      pathname,
      `${pathname}?expires=${expires}`,
      `${pathname}?expires=${expires + HOUR_MS}&signature=${signature}`,
      `${pathname}?expires=${expires}e3&signature=${signature}`,
      `${pathname}?expires=${expires}&signature=${signature.slice(1)}`,
      `${pathname}?expires=${expires}&signature=`,
      `/media/${'0'.repeat(32)}?expires=${expires}&signature=${signature}`,
      other.deps.media.addressOf(pathname.slice('/media/'.length), expires),
    ];
    for (const path of forged) {
      const response = await server.request(new URL(path, origin).href);
      expect(response.status).toBe(403);
      expect(response.refusal.code).toBe('not_allowed');
    }
  });

  it('of a deleted file returns 404 in JSON', async () => {
    const server = await serverForTest();
    const { media, clock } = server.deps;
    const response = await server.request(media.addressOf('0'.repeat(32), media.expiresAt(clock.now())));
    expect([response.status, response.refusal.code]).toEqual([404, 'not_found']);
  });
});

describe('the media folder', () => {
  it.each([
    '/media/',
    '/media/x',
    '/media/..%2Fcarrel.sqlite',
    '/media/thumbnails/..%2F..%2Fsecret',
    '/media/thumbnails/.hidden-640.webp',
    '/media/thumbnails/none-640.webp',
    '/media/%2e%2e/secret',
    '/__media/alice/00000000000000000000000000000000',
  ])('serves nothing at %s', async (path) => {
    const server = await serverForTest();
    const response = await server.request(path);
    expect([response.status, response.refusal.code]).toEqual([404, 'not_found']);
  });

  it('serves thumbnails to every client, cached permanently', async () => {
    const server = await serverForTest();
    await server.deps.mediaStore.write('thumbnails/tides-0a1b2c3d-640.webp', Buffer.from('a picture'));
    const response = await server.request('/media/thumbnails/tides-0a1b2c3d-640.webp');
    expect([response.status, response.text]).toEqual([200, 'a picture']);
    expect(response.header('Content-Type')).toBe('image/webp');
    expect(response.header('Content-Length')).toBe('9');
    expect(response.header('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const headers = { 'If-None-Match': response.header('ETag') ?? '' };
    expect((await server.request('/media/thumbnails/tides-0a1b2c3d-640.webp', { headers })).status).toBe(304);
  });

  it('accepts no writes', async () => {
    const server = await serverForTest();
    const response = await server.request('/media/x', { method: 'PUT', raw: 'x' });
    expect([response.status, response.header('Allow')]).toEqual([405, 'GET, HEAD']);
  });
});
