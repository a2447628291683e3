import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeEntry } from '../downloads/cache/cache-entry.ts';
import { cachedFileUrl, chunkUrl, mediaCacheName } from '../downloads/cache/cached-file-url.ts';
import { bytesOf } from '../downloads/testing/bytes.ts';
import { MemoryCaches } from '../downloads/testing/memory-caches.ts';
import { respondWithOfflineFile } from './offline-files.ts';

const ID = 'f'.repeat(32);
const SIZE = 1_000;
const CHUNK = 300;
const bytes = bytesOf(SIZE);
const headers = new Headers({ 'Content-Type': 'video/mp4', ETag: '"v1"' });

let disk: MemoryCaches;

async function storeInChunks(isWhole = true): Promise<void> {
  const cache = await disk.open(mediaCacheName('alice'));
  const entry = { sizeBytes: SIZE, chunkBytes: CHUNK, isWhole, headers };
  await cache.put(cachedFileUrl('alice', ID), writeEntry(entry));
  for (let at = 0; at < SIZE; at += CHUNK) {
    await cache.put(chunkUrl('alice', ID, at / CHUNK), new Response(bytes.subarray(at, at + CHUNK)));
  }
}

const requestFile = (more: Record<string, string> = {}, path = cachedFileUrl('alice', ID)) =>
  respondWithOfflineFile(new Request(`http://host${path}`, { headers: more }), path);
const bodyOf = async (response: Response) => [...new Uint8Array(await response.arrayBuffer())];

beforeEach(() => {
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a video stored in chunks', () => {
  it('is served whole, with its restricting headers', async () => {
    await storeInChunks();
    const reply = await requestFile();
    expect([reply.status, reply.headers.get('Content-Length')]).toEqual([200, '1000']);
    expect(reply.headers.get('Content-Type')).toBe('video/mp4');
    expect(await bodyOf(reply)).toEqual([...bytes]);
  });

  it.each([
    [0, 0],
    [0, 299],
    [299, 300],
    [300, 599],
    [150, 950],
    [899, 900],
    [999, 999],
    [0, 999],
  ])('is served from byte %d to byte %d', async (start, end) => {
    await storeInChunks();
    const reply = await requestFile({ Range: `bytes=${start}-${end}` });
    expect([reply.status, reply.headers.get('Content-Range')]).toEqual([206, `bytes ${start}-${end}/1000`]);
    expect(reply.headers.get('Content-Length')).toBe(String(end - start + 1));
    expect(await bodyOf(reply)).toEqual([...bytes.subarray(start, end + 1)]);
  });

  it.each([
    ['bytes=0-', 206, 'bytes 0-999/1000', bytes],
    ['bytes=-100', 206, 'bytes 900-999/1000', bytes.subarray(900)],
    ['bytes=1000-', 416, 'bytes */1000', bytes.subarray(0, 0)],
    ['bytes=5-2', 200, null, bytes],
    ['lines=0-1', 200, null, bytes],
  ])('is served for the range %s', async (range, status, contentRange, expected) => {
    await storeInChunks();
    const reply = await requestFile({ Range: range });
    expect([reply.status, reply.headers.get('Content-Range')]).toEqual([status, contentRange]);
    expect(await bodyOf(reply)).toEqual([...expected]);
  });

  it('is served whole to a client that has parts of another version', async () => {
    await storeInChunks();
    expect((await requestFile({ Range: 'bytes=0-1', 'If-Range': '"v1"' })).status).toBe(206);
    expect((await requestFile({ Range: 'bytes=0-1', 'If-Range': '"v0"' })).status).toBe(200);
  });

  it('is not served during its download, and no chunk is served by its name', async () => {
    await storeInChunks(false);
    expect((await requestFile()).status).toBe(404);
    await storeInChunks();
    expect((await requestFile({}, chunkUrl('alice', ID, 0))).status).toBe(404);
    expect((await requestFile({}, cachedFileUrl('bob', ID))).status).toBe(404);
  });

  it('ends with an error, never with other bytes, if a chunk is missing', async () => {
    await storeInChunks();
    await disk.damage(mediaCacheName('alice'), chunkUrl('alice', ID, 2), null);
    await expect((await requestFile({ Range: 'bytes=400-900' })).arrayBuffer()).rejects.toThrow();
    expect(await bodyOf(await requestFile({ Range: 'bytes=0-599' }))).toEqual([...bytes.subarray(0, 600)]);
  });
});
