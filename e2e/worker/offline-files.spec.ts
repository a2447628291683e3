import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../world/world.ts';
import { openControlled } from './controlled.ts';

const FILE = 'a1'.repeat(16);
const OFFLINE_PATH = `/__media/alice/${FILE}`;
const VIDEO = new URL('../../sync-server/seed/courses/course-1/media/the-lost-reply.mp4', import.meta.url);

/** Stores bytes as a download does. */
async function putInCache(page: Page, bytes: Buffer, type: string): Promise<void> {
  await page.evaluate(
    async ({ path, base64, contentType }) => {
      const body = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const size = String(body.byteLength);
      const entry = { 'Kept-Size': size, 'Kept-Chunk-Bytes': size, 'Kept-Whole': 'yes' };
      const cache = await caches.open('carrel-media-alice');
      await cache.put(`${path}/0`, new Response(body));
      await cache.put(
        path,
        new Response(null, { headers: { 'Content-Type': contentType, ETag: '"v1"', ...entry } }),
      );
    },
    { path: OFFLINE_PATH, base64: bytes.toString('base64'), contentType: type },
  );
}

interface FileReply {
  readonly status: number;
  readonly range: string | null;
  readonly bytes: number[];
}

function request(page: Page, path: string, headers: Record<string, string> = {}): Promise<FileReply> {
  return page.evaluate(
    async ([address, init]) => {
      const reply = await fetch(address, { headers: init });
      const bytes = [...new Uint8Array(await reply.arrayBuffer())];
      return { status: reply.status, range: reply.headers.get('Content-Range'), bytes };
    },
    [path, headers] as const,
  );
}

test('Downloaded files, and only those, are served by ranges with the server down', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await openControlled(page, server.url);
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
  await putInCache(page, bytes, 'video/mp4');
  await server.stop();

  const whole = await request(page, OFFLINE_PATH);
  expect(whole).toEqual({ status: 200, range: null, bytes: [...bytes] });

  const parts: [string, number, number][] = [
    ['bytes=0-1', 0, 1],
    ['bytes=0-', 0, 999],
    ['bytes=200-299', 200, 299],
    ['bytes=-100', 900, 999],
    ['bytes=900-5000', 900, 999],
  ];
  for (const [range, start, end] of parts) {
    const part = await request(page, OFFLINE_PATH, { Range: range });
    expect(part, range).toEqual({
      status: 206,
      range: `bytes ${start}-${end}/1000`,
      bytes: [...bytes.subarray(start, end + 1)],
    });
  }
  expect(await request(page, OFFLINE_PATH, { Range: 'bytes=1000-' })).toEqual({
    status: 416,
    range: 'bytes */1000',
    bytes: [],
  });
  expect((await request(page, OFFLINE_PATH, { Range: 'bytes=0-1', 'If-Range': '"v0"' })).status).toBe(200);

  for (const path of [
    `/__media/bob/${FILE}`,
    `/__media/alice/${'b'.repeat(32)}`,
    '/__media/alice',
    '/__media/../api',
  ]) {
    expect(
      (await request(page, new URL(path, server.url).pathname).catch(() => ({ status: 404 }))).status,
    ).toBe(404);
  }
});

test('A downloaded video plays and seeks with the server down', async ({ server, device }) => {
  const page = await device.open();
  await openControlled(page, server.url);
  await putInCache(page, await readFile(VIDEO), 'video/mp4');
  await server.stop();
  const seconds = await page.evaluate(async (path) => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = path;
    document.body.append(video);
    await video.play();
    video.currentTime = video.duration - 3;
    await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
    return { at: video.currentTime, of: video.duration };
  }, OFFLINE_PATH);
  expect(seconds.of).toBeGreaterThan(20);
  expect(seconds.at).toBeGreaterThan(seconds.of - 4);
});
