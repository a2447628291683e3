import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebLocks } from '#pwa/testing/fake-locks.ts';
import { cachedFileUrl, mediaCacheName } from '../cache/cached-file-url.ts';
import { removeCachedFiles } from '../cache/remove-cached-files.ts';
import type { WantedFile } from '../plans/wanted-files.ts';
import { bytesOf } from '../testing/bytes.ts';
import { FileServer } from '../testing/file-server.ts';
import { MemoryCaches } from '../testing/memory-caches.ts';
import { aFile, MemoryRows } from '../testing/memory-rows.ts';
import { reconcileDownloads } from '../verify/reconcile-files.ts';
import { verifyFile } from '../verify/verify-file.ts';
import { downloadFiles } from './download-files.ts';

let disk: MemoryCaches;
let rows: MemoryRows;
let server: FileServer;

const pathOf = (file: WantedFile) => `/media/${file.fileId}`;
const isHere = async (file: WantedFile, userId = 'alice') =>
  (await verifyFile(userId, file.fileId, file)) === 'whole';
/** Files 1 to `count`, which the server has. */
function files(count: number): WantedFile[] {
  const all = Array.from({ length: count }, (_, index) => aFile(index + 1));
  for (const file of all) server.put(pathOf(file), bytesOf(10));
  return all;
}
const download = (wanted: readonly WantedFile[], more: Partial<Parameters<typeof downloadFiles>[2]> = {}) =>
  downloadFiles('alice', async () => wanted, { rows, ...more });

beforeEach(() => {
  disk = new MemoryCaches();
  rows = new MemoryRows();
  vi.stubGlobal('navigator', { locks: createWebLocks() });
  vi.stubGlobal('caches', disk);
  server = new FileServer();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('downloading the files of a course', () => {
  it('downloads every file, and records it only when its bytes are stored', async () => {
    const all = files(3);
    await download(all);
    expect(rows.states(all)).toEqual(['kept', 'kept', 'kept']);
    for (const file of all) expect(await isHere(file)).toBe(true);
  });

  it('downloads no file that is already here', async () => {
    const [first, second] = files(2);
    await download([first].filter((file) => file !== undefined));
    await download([first, second].filter((file) => file !== undefined));
    expect(server.requests).toHaveLength(2);
  });

  it('removes files that no course shows any more, and retains the rest', async () => {
    const all = files(2);
    await download(all);
    await download(all.slice(1));
    expect(rows.states(all)).toEqual([undefined, 'kept']);
    expect(disk.list(mediaCacheName('alice')).every((url) => !url.includes(aFile(1).fileId))).toBe(true);
    expect(await isHere(aFile(2))).toBe(true);
  });

  it('retains a file that was replaced on the server until its replacement is complete', async () => {
    const [old] = files(1);
    if (old === undefined) throw new Error('There is no file');
    await download([old]);
    const next = { ...aFile(2), lessonId: old.lessonId };
    await download([next]);
    expect([rows.states([old, next]), await isHere(old)]).toEqual([['kept', 'missing'], true]);
    server.put(pathOf(next), bytesOf(10));
    await download([next]);
    expect([rows.states([old, next]), await isHere(old)]).toEqual([[undefined, 'kept'], false]);
  });

  it('downloads a file again that the browser has truncated', async () => {
    await download(files(1));
    const chunk = `${cachedFileUrl('alice', aFile(1).fileId)}/0`;
    await disk.damage(mediaCacheName('alice'), chunk, new Blob([bytesOf(4)]));
    await download([aFile(1)]);
    expect(await isHere(aFile(1))).toBe(true);
    expect(rows.states([aFile(1)])).toEqual(['kept']);
  });

  it('writes no unchanged row again', async () => {
    await download(files(1));
    const before = rows.byFile.get(aFile(1).fileId);
    await download([aFile(1)]);
    expect(rows.byFile.get(aFile(1).fileId)).toBe(before);
  });

  it('requests a file that two lessons share once', async () => {
    await download([...files(1), { ...aFile(1), lessonId: 'another' }]);
    expect(server.requests).toHaveLength(1);
  });

  it('skips unwanted files, and records that they are not here', async () => {
    const unwanted = files(1).map((file) => ({ ...file, isWanted: false }));
    await download(unwanted);
    expect(rows.states(unwanted)).toEqual(['missing']);
    expect(server.requests).toEqual([]);
  });

  it('continues with the others when one fails, records why, and retries it the next time', async () => {
    const all = files(3);
    server.rules = (path) => ({ status: path === pathOf(aFile(2)) ? 500 : 200 });
    const { problems } = await download(all);
    expect([...problems]).toEqual([[aFile(2).fileId, 'lost']]);
    expect(rows.states(all)).toEqual(['kept', 'missing', 'kept']);
    expect(rows.problemOf(aFile(2))).toBe('lost');
    server.rules = () => ({});
    await download(all);
    expect(rows.states(all)).toEqual(['kept', 'kept', 'kept']);
    expect(rows.problemOf(aFile(2))).toBeUndefined();
    expect(server.requests).toHaveLength(4);
  });

  it('never treats a file as complete if its expected size changed', async () => {
    server.put(pathOf(aFile(1)), bytesOf(9));
    await download([aFile(1)]);
    expect(rows.states([aFile(1)])).toEqual(['missing']);
    expect(await isHere(aFile(1))).toBe(false);
  });

  it('stops when the disk is full, leaves what is stored, and does not fail', async () => {
    disk.freeBytes = 25;
    const all = files(4);
    await download(all);
    expect(rows.states(all).filter((state) => state === 'kept')).toHaveLength(2);
    expect(all.map(rows.problemOf, rows)).toContain('full');
    expect(server.requests.length).toBeLessThan(all.length + 1);
  });

  it('reserves space for the outbox: with little free space it downloads nothing', async () => {
    const storage = { estimate: async () => ({ quota: 1_000_000, usage: 900_000 }) };
    vi.stubGlobal('navigator', { locks: createWebLocks(), storage });
    await download(files(1));
    expect(server.requests).toEqual([]);
    expect(rows.states([aFile(1)])).toEqual(['missing']);
    expect(rows.problemOf(aFile(1))).toBe('full');
  });

  it('records no file as stored if the browser has no Cache Storage', async () => {
    const all = files(1);
    Reflect.deleteProperty(globalThis, 'caches');
    await download(all);
    expect(rows.states(all)).toEqual(['missing']);
  });

  it('sends at most two requests at once', async () => {
    let open = 0;
    let most = 0;
    let meet = () => {};
    let meeting = new Promise<void>((resolve) => {
      meet = resolve;
    });
    // Each waits for the other, which proves that they run concurrently.
    server.rules = async () => {
      open += 1;
      most = Math.max(most, open);
      const met = meeting;
      if (open === 2) {
        meet();
        meeting = new Promise((resolve) => {
          meet = resolve;
        });
      }
      await met;
      open -= 1;
      return {};
    };
    await download(files(6));
    expect(most).toBe(2);
  });

  it('stops when it is aborted, and stored files stay', async () => {
    const stop = new AbortController();
    server.rules = (path) => {
      if (path === pathOf(aFile(2))) stop.abort();
      return {};
    };
    await download(files(6), { signal: stop.signal });
    expect(server.requests.length).toBeLessThan(4);
    expect(rows.states([aFile(5), aFile(6)])).toEqual(['missing', 'missing']);
  });

  it('includes files that become wanted meanwhile, and skips those no longer wanted', async () => {
    const all = files(4);
    let wanted = all.slice(0, 3);
    server.rules = (path) => {
      if (path === pathOf(aFile(1))) wanted = all.filter(({ fileId }) => fileId !== aFile(3).fileId);
      return {};
    };
    await downloadFiles('alice', async () => wanted, { rows });
    expect(server.requests.some((request) => request.includes(aFile(4).fileId))).toBe(true);
    expect(server.requests.some((request) => request.includes(aFile(3).fileId))).toBe(false);
  });

  it('requests a new address when the old one expired, and only once', async () => {
    const [file] = files(1);
    if (file === undefined) throw new Error('There is no file');
    const old = { ...file, url: '/media/expired' };
    let listed = old;
    const refreshAddresses = vi.fn(async () => {
      listed = file;
    });
    await downloadFiles('alice', async () => [listed], { rows, refreshAddresses });
    expect(rows.states([file])).toEqual(['kept']);
    await downloadFiles('bob', async () => [old], { rows, refreshAddresses: async () => {} });
    expect(rows.problemOf(file)).toBe('gone');
    expect(refreshAddresses).toHaveBeenCalledTimes(1);
  });
});

it('does not treat a captive portal’s refusal as the server’s response about a file', async () => {
  const [file] = files(1);
  if (file === undefined) throw new Error('There is no file');
  server.rules = () => ({ isPortal: true, status: 403 });
  await downloadFiles('alice', async () => [file], { rows });
  expect(rows.problemOf(file)).toBe('lost');
  server.rules = () => ({ status: 403 });
  await downloadFiles('alice', async () => [file], { rows });
  expect(rows.problemOf(file)).toBe('gone');
});

describe('signing out during a download', () => {
  it('leaves no bytes and downloads nothing more', async () => {
    const all = files(6);
    server.rules = (path) => {
      if (path === pathOf(aFile(3))) rows.isGone = true;
      return {};
    };
    await download(all);
    expect(await disk.has(mediaCacheName('alice'))).toBe(false);
    expect(server.requests.length).toBeLessThan(all.length);
  });

  it('leaves no bytes when it happens while a file is being stored', async () => {
    const { open } = disk;
    disk.open = async (name) => {
      const cache = await open.call(disk, name);
      const put = async (url: string, response: Response) => {
        await cache.put(url, response);
        rows.isGone = true;
      };
      return { ...cache, put };
    };
    await download(files(1));
    expect(await disk.has(mediaCacheName('alice'))).toBe(false);
  });
});

describe('reconciling the files', () => {
  it('updates the records of files that the browser has evicted or truncated', async () => {
    const all = files(3);
    await download(all);
    const name = mediaCacheName('alice');
    await disk.damage(name, cachedFileUrl('alice', aFile(1).fileId), null);
    await disk.damage(name, `${cachedFileUrl('alice', aFile(2).fileId)}/0`, new Blob([bytesOf(4)]));
    await reconcileDownloads('alice', rows);
    expect(rows.states(all)).toEqual(['missing', 'missing', 'kept']);
  });

  it('updates all records when the whole cache is missing', async () => {
    await download(files(1));
    await disk.delete(mediaCacheName('alice'));
    await reconcileDownloads('alice', rows);
    expect(rows.states([aFile(1)])).toEqual(['missing']);
  });
});

describe('removing downloaded files', () => {
  it('removes one user’s files and leaves another’s', async () => {
    await download(files(1));
    await downloadFiles('bob', async () => [aFile(1)], { rows: new MemoryRows() });
    await removeCachedFiles('alice');
    expect(await disk.has(mediaCacheName('alice'))).toBe(false);
    expect(await isHere(aFile(1), 'bob')).toBe(true);
  });

  it('stops running downloads, in whichever tab, and leaves nothing', async () => {
    const all = files(3);
    let started = () => {};
    const isUnderWay = new Promise<void>((resolve) => {
      started = resolve;
    });
    server.rules = (_path, { signal }) => {
      started();
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    const oneTab = download(all.slice(0, 2));
    const anotherTab = download(all.slice(2));
    await isUnderWay;
    await removeCachedFiles('alice');
    await Promise.all([oneTab, anotherTab]);
    expect(await disk.has(mediaCacheName('alice'))).toBe(false);
    expect(rows.states(all)).not.toContain('kept');
  });

  it('lets one tab at a time download, so nothing is downloaded twice', async () => {
    const all = files(2);
    await Promise.all([download(all), download(all)]);
    expect(server.requests).toHaveLength(2);
  });
});
