import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { cachedFileUrl, chunkUrl, mediaCacheName } from '../cache/cached-file-url.ts';
import { hashCachedFile } from '../cache/hash-cached-file.ts';
import { MediaFullError } from '../cache/media-cache.ts';
import { CHUNK_BYTES } from '../cache/partial-file.ts';
import { bytesOf } from '../testing/bytes.ts';
import { FileServer, sha256Of } from '../testing/file-server.ts';
import { MemoryCaches } from '../testing/memory-caches.ts';
import { verifyFile } from '../verify/verify-file.ts';
import { downloadFile, FileDamagedError } from './download-file.ts';

const SIZE = 2.5 * CHUNK_BYTES;
const ID = 'f'.repeat(32);
const PATH = `/media/${ID}`;
const file = { userId: 'alice', fileId: ID, url: PATH, sizeBytes: SIZE };
const video = bytesOf(SIZE);

let disk: MemoryCaches;
let server: FileServer;

const going = {
  signal: new AbortController().signal,
  goesOn: async () => true,
  onBytes: async () => {},
  requireOwner: () => {},
};
const download = (ports: Partial<typeof going> = {}) => downloadFile(file, { ...going, ...ports });
/** By length, and by the hash of the bytes if one is named. */
async function verify(sha256?: string): Promise<string> {
  const found = await verifyFile('alice', ID, { sizeBytes: SIZE });
  if (found !== 'whole' || sha256 === undefined) return found;
  return (await hashCachedFile('alice', ID)) === sha256 ? 'whole' : 'damaged';
}

/** The stored bytes, from the beginning. */
async function storedBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const cache = await disk.open(mediaCacheName('alice'));
  const chunks: Blob[] = [];
  for (let index = 0; ; index += 1) {
    const stored = await cache.match(chunkUrl('alice', ID, index));
    if (stored === undefined) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(await stored.blob());
  }
}

/** By hash: comparing millions of numbers one by one is slow. */
async function expectStored(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  expect(await sha256Of(await storedBytes())).toBe(await sha256Of(bytes));
}

beforeEach(() => {
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  vi.stubGlobal('navigator', {});
  server = new FileServer();
  server.put(PATH, video);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a file of several chunks', () => {
  it("is downloaded chunk by chunk, each byte once, and matches the server's", async () => {
    expect(await download()).toEqual({ sha256: await sha256Of(video) });
    expect(server.requests).toEqual([
      `${PATH} 0-1048575`,
      `${PATH} 1048576-2097151`,
      `${PATH} 2097152-2621439`,
    ]);
    expect(server.hasSentOnce(PATH)).toBe(true);
    await expectStored(video);
    expect(await verify(await sha256Of(video))).toBe('whole');
  });

  it('gets a computed hash if the server sends none, so a later change is noticed', async () => {
    server.sendsDigest = false;
    expect(await download()).toEqual({ sha256: await sha256Of(video) });
  });

  it("does not follow a captive portal's redirect, and leaves no second copy in the browser’s HTTP cache", async () => {
    let seen: RequestInit = {};
    server.rules = (_path, request) => {
      seen = request;
      return {};
    };
    await download();
    expect(seen).toMatchObject({ redirect: 'error', cache: 'no-store', priority: 'low' });
  });

  it.each([1, 100_000, CHUNK_BYTES - 1, CHUNK_BYTES])(
    'resumes after the last byte when the connection breaks after %d of a piece',
    async (breaksAfter) => {
      server.rules = (_path, _request, count) => (count === 2 ? { breaksAfter } : {});
      await download().catch(() => undefined);
      expect(await verify()).toBe(breaksAfter === CHUNK_BYTES ? 'whole' : 'partial');
      await download();
      expect(server.hasSentOnce(PATH)).toBe(true);
      await expectStored(video);
    },
  );

  it('survives twenty broken connections in a row without a byte twice', async () => {
    server.rules = (_path, _request, count) => (count <= 20 ? { breaksAfter: 99_991 } : {});
    for (let session = 0; session < 20; session += 1) await download().catch(() => undefined);
    await download();
    expect(server.hasSentOnce(PATH)).toBe(true);
    expect(await verify(await sha256Of(video))).toBe('whole');
  });

  it('pauses between two pieces and resumes there', async () => {
    expect(await download({ goesOn: async () => server.requests.length < 2 })).toBeNull();
    expect(server.requests).toHaveLength(2);
    expect(await verify()).toBe('partial');
    await download();
    expect(server.hasSentOnce(PATH)).toBe(true);
  });

  it('records progress every second on a slow connection, and pauses in the middle of a piece', async () => {
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 1_500;
      return now;
    });
    const goesOn = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValue(false);
    expect(await download({ goesOn })).toBeNull();
    vi.restoreAllMocks();
    const { byteLength } = await storedBytes();
    expect(byteLength).toBeGreaterThan(0);
    expect(byteLength).toBeLessThan(CHUNK_BYTES);
    await expectStored(video.subarray(0, byteLength));
    await download();
    await expectStored(video);
  });

  it('restarts when the server has a newer file at its address', async () => {
    server.rules = (_path, _request, count) => (count === 2 ? { breaksAfter: 5 } : {});
    await download().catch(() => undefined);
    const other = video.map((byte) => byte ^ 255);
    server.put(PATH, other);
    server.rules = () => ({});
    await download();
    await expectStored(other);
    expect(await verify(await sha256Of(other))).toBe('whole');
  });

  it('accepts the whole file from a server without range support', async () => {
    server.rules = () => ({ ignoresRange: true });
    await download();
    expect(server.requests).toHaveLength(1);
    expect(await verify()).toBe('whole');
  });

  it('loses nothing when a portal responds with its own page', async () => {
    server.rules = (_path, _request, count) => (count === 2 ? { isPortal: true } : {});
    await expect(download()).rejects.toThrow('not from our server');
    await download();
    expect(server.hasSentOnce(PATH)).toBe(true);
    await expectStored(video);
  });

  it('that arrives damaged is discarded', async () => {
    server.put(PATH, video, await sha256Of(bytesOf(5)));
    await expect(download()).rejects.toThrow(FileDamagedError);
    expect(await verify()).toBe('missing');
    expect(disk.list(mediaCacheName('alice'))).toEqual([]);
  });

  it.each([404, 403, 500, 416])(
    'leaves the stored bytes when the server responds with %d',
    async (status) => {
      server.rules = (_path, _request, count) => (count === 3 ? { status } : {});
      await expect(download()).rejects.toThrow();
      server.rules = () => ({});
      await download();
      expect(server.hasSentOnce(PATH)).toBe(true);
    },
  );

  it('leaves what was stored before the device was full', async () => {
    disk.freeBytes = 1.5 * CHUNK_BYTES;
    await expect(download()).rejects.toThrow(MediaFullError);
    disk.freeBytes = SIZE;
    await download();
    expect(server.requests.filter((request) => request.endsWith(' 0-1048575'))).toHaveLength(1);
    expect(await verify(await sha256Of(video))).toBe('whole');
  });

  it('stores nothing more after its owner signed out', async () => {
    let isGone = false;
    server.rules = (_path, _request, count) => {
      isGone = count === 2;
      return {};
    };
    const requireOwner = () => {
      if (isGone) throw new StoreGoneError();
    };
    await expect(download({ requireOwner })).rejects.toThrow(StoreGoneError);
    expect((await storedBytes()).byteLength).toBe(CHUNK_BYTES);
  });

  it('replaces an entry of another format', async () => {
    const cache = await disk.open(mediaCacheName('alice'));
    await cache.put(cachedFileUrl('alice', ID), new Response(bytesOf(7)));
    await download();
    expect(await verify()).toBe('whole');
  });
});

describe('checking a cached file', () => {
  const chunk = (index: number) => chunkUrl('alice', ID, index);

  it.each([0, 1, 2])('notices that chunk %d is missing, too short or changed', async (index) => {
    await download();
    const name = mediaCacheName('alice');
    const hash = await sha256Of(video);
    await disk.damage(
      name,
      chunk(index),
      new Blob([new Uint8Array(index === 2 ? SIZE % CHUNK_BYTES : CHUNK_BYTES)]),
    );
    expect(await verify()).toBe('whole');
    expect(await verify(hash)).toBe('damaged');
    await disk.damage(name, chunk(index), new Blob([bytesOf(9)]));
    expect(await verify()).toBe('damaged');
    await disk.damage(name, chunk(index), null);
    expect(await verify()).toBe('damaged');
  });

  it('reports a file with no bytes as missing', async () => {
    expect(await verify()).toBe('missing');
  });
});
