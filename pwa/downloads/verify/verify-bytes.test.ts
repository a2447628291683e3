import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Download } from '#pwa/store/offline/downloads.ts';
import { createWebLocks } from '#pwa/testing/fake-locks.ts';
import { cachedFileUrl, mediaCacheName } from '../cache/cached-file-url.ts';
import { hashCachedFile } from '../cache/hash-cached-file.ts';
import { withMediaLock } from '../cache/media-lock.ts';
import { downloadFiles } from '../fetch/download-files.ts';
import type { WantedFile } from '../plans/wanted-files.ts';
import { bytesOf } from '../testing/bytes.ts';
import { FileServer, sha256Of } from '../testing/file-server.ts';
import { MemoryCaches } from '../testing/memory-caches.ts';
import { aFile, MemoryRows } from '../testing/memory-rows.ts';
import { reconcileDownloads } from './reconcile-files.ts';
import { verifyAllFiles, verifyDueFiles } from './verify-bytes.ts';
import { listDueFiles } from './verify-schedule.ts';

const DAY_MS = 24 * 60 * 60_000;
const chunkOf = (n: number) => `${cachedFileUrl('alice', aFile(n).fileId)}/0`;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

let disk: MemoryCaches;
let rows: MemoryRows;
let server: FileServer;
let hashed: string[];

/** Runs the worker's code in this process. */
async function hash(userId: string, fileId: string): Promise<string | null> {
  hashed.push(fileId);
  return hashCachedFile(userId, fileId);
}

async function download(count: number): Promise<WantedFile[]> {
  const all = Array.from({ length: count }, (_, index) => aFile(index + 1));
  for (const file of all) server.put(`/media/${file.fileId}`, bytesOf(10));
  await downloadFiles('alice', async () => all, { rows });
  return all;
}

/** Changes the bytes of a file on the device, but not their number. */
const alter = (n: number) =>
  disk.damage(mediaCacheName('alice'), chunkOf(n), new Blob([new Uint8Array(10).fill(9)]));

type Occasion = Partial<Parameters<typeof verifyDueFiles>[1]>;
const verifyDue = (occasion: Occasion = {}) =>
  verifyDueFiles('alice', { rows, hash, uncleanEndAt: null, untilIdle: async () => true, ...occasion });
const aWeekLater = { now: () => inDays(7.1) };

beforeEach(() => {
  disk = new MemoryCaches();
  rows = new MemoryRows();
  hashed = [];
  vi.stubGlobal('navigator', { locks: createWebLocks() });
  vi.stubGlobal('caches', disk);
  server = new FileServer();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('verifying the bytes of downloaded files', () => {
  it('finds a change that keeps the length, removes the file and records the problem', async () => {
    const all = await download(2);
    await alter(1);
    await reconcileDownloads('alice', rows);
    expect(rows.states(all)).toEqual(['kept', 'kept']);
    expect(await verifyDue(aWeekLater)).toEqual({ files: 2, damaged: 1, isFinished: true });
    expect([rows.states(all), rows.problemOf(aFile(1))]).toEqual([['missing', 'kept'], 'changed']);
    expect(disk.list(mediaCacheName('alice'))).not.toContain(chunkOf(1));
  });

  it('downloads such a file again when it is wanted, and clears the problem', async () => {
    const all = await download(1);
    await alter(1);
    await verifyDue(aWeekLater);
    await downloadFiles('alice', async () => all, { rows });
    expect([rows.states(all), rows.problemOf(aFile(1))]).toEqual([['kept'], undefined]);
    expect(await verifyDue(aWeekLater)).toMatchObject({ damaged: 0 });
  });

  it('verifies each file once a week', async () => {
    await download(2);
    expect(await verifyDue({ now: () => inDays(6.9) })).toMatchObject({ files: 0 });
    expect(await verifyDue(aWeekLater)).toMatchObject({ files: 2 });
    expect(await verifyDue({ now: () => inDays(14) })).toMatchObject({ files: 0 });
    expect(await verifyDue({ now: () => inDays(14.3) })).toMatchObject({ files: 2 });
  });

  it('verifies all of them after an unclean end, each once', async () => {
    await download(2);
    const uncleanEndAt = inDays(1).toISOString();
    const now = () => inDays(1.1);
    expect(await verifyDue({ uncleanEndAt, now })).toMatchObject({ files: 2, isFinished: true });
    expect(await verifyDue({ uncleanEndAt, now })).toMatchObject({ files: 0, isFinished: true });
  });

  it('continues after the files that a killed run had verified', async () => {
    await download(3);
    let turns = 0;
    const untilIdle = async () => {
      turns += 1;
      return turns < 3;
    };
    expect(await verifyDue({ ...aWeekLater, untilIdle })).toEqual({
      files: 2,
      damaged: 0,
      isFinished: false,
    });
    expect(await verifyDue(aWeekLater)).toEqual({ files: 1, damaged: 0, isFinished: true });
    expect(new Set(hashed).size).toBe(3);
  });

  it('skips the files while a download works on them', async () => {
    const all = await download(1);
    await alter(1);
    await withMediaLock('alice', { mode: 'wait' }, async () => {
      expect(await verifyDue(aWeekLater)).toEqual({ files: 0, damaged: 0, isFinished: false });
    });
    expect(rows.states(all)).toEqual(['kept']);
  });

  it('removes nothing when the worker fails, and continues with the other files', async () => {
    const all = await download(2);
    const failing = (userId: string, fileId: string) =>
      fileId === aFile(1).fileId ? Promise.reject(new Error('No worker')) : hash(userId, fileId);
    expect(await verifyDue({ ...aWeekLater, hash: failing })).toEqual({
      files: 1,
      damaged: 0,
      isFinished: false,
    });
    expect(rows.states(all)).toEqual(['kept', 'kept']);
  });

  it('notices a change of a file without a hash from the server', async () => {
    server.sendsDigest = false;
    await download(1);
    await alter(1);
    expect(await verifyDue(aWeekLater)).toMatchObject({ damaged: 1 });
  });

  it('stores nothing once the user has signed out', async () => {
    await download(1);
    const leaving = async (userId: string, fileId: string) => {
      rows.isGone = true;
      return hash(userId, fileId);
    };
    await expect(verifyDue({ ...aWeekLater, hash: leaving })).rejects.toThrow();
  });

  it('reads every file at once when the user requests it', async () => {
    const all = await download(2);
    await alter(1);
    expect(await verifyAllFiles('alice', { rows, hash })).toEqual({ files: 2, damaged: 1, unreadable: 0 });
    expect([rows.states(all), rows.problemOf(aFile(1))]).toEqual([['missing', 'kept'], 'changed']);
    expect(await verifyAllFiles('alice', { rows, hash })).toEqual({ files: 1, damaged: 0, unreadable: 0 });
  });

  it('goes on after a file that cannot be hashed, which stays', async () => {
    const all = await download(3);
    await alter(3);
    const failing = async (userId: string, fileId: string) => {
      if (fileId === aFile(2).fileId) throw new Error('The worker that hashes files failed');
      return hash(userId, fileId);
    };
    const found = await verifyAllFiles('alice', { rows, hash: failing });
    expect(found).toEqual({ files: 3, damaged: 1, unreadable: 1 });
    expect(rows.states(all)).toEqual(['kept', 'kept', 'missing']);
  });
});

it('hashes a file of several chunks, and none that is not here', async () => {
  const bytes = bytesOf(2.5 * 1024 * 1024);
  const chunked = aFile(1, bytes.byteLength);
  server.put(`/media/${chunked.fileId}`, bytes);
  await downloadFiles('alice', async () => [chunked], { rows });
  expect(await hashCachedFile('alice', chunked.fileId)).toBe(await sha256Of(bytes));
  expect(await hashCachedFile('alice', aFile(2).fileId)).toBeNull();
});

describe('the files that are due', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  const row = (verifiedAt?: string): Download => ({
    ...{
      fileId: `at ${verifiedAt}`,
      courseId: 'c1',
      lessonId: 'l1',
      kind: 'video',
      want: 'videos',
      title: '',
    },
    ...{ sizeBytes: 1, state: 'kept', checkedAt: '2026-11-01T00:00:00.000Z' },
    ...(verifiedAt !== undefined && { verifiedAt }),
  });
  const due = (...list: Download[]) =>
    listDueFiles(list, { now, uncleanEndAt: null }).map(({ verifiedAt }) => verifiedAt);

  it('start with those that were never verified', () => {
    expect(due(row('2026-11-02T00:00:00.000Z'), row(), row('2026-11-01T00:00:00.000Z'))).toEqual([
      undefined,
      '2026-11-01T00:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
    ]);
  });

  it('include those that a wrong clock verified in the future', () => {
    expect(due(row('2030-01-01T00:00:00.000Z'))).toHaveLength(1);
  });

  it('exclude files that are not on the device', () => {
    expect(due({ ...row(), state: 'missing' })).toEqual([]);
  });
});
