import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEPT_FILE_MAX_BYTES } from '#schema/limits.ts';
import { createLocks } from '../testing/fake-locks.ts';
import { keepFiles, removeFilesBut, removeKeptFiles, verifyKeptFiles } from './keep-files.ts';
import { keptFileUrl, mediaCacheName } from './kept-url.ts';
import { storedSize } from './media-cache.ts';
import { MemoryCaches } from './testing/memory-caches.ts';
import { aFile, bytesOf, MemoryRows } from './testing/shelf.ts';

let disk: MemoryCaches;
let rows: MemoryRows;
let requested: string[];

/** A server that sends each file whole, unless told otherwise for its address. */
function serve(answer: (url: string) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    return answer(url);
  });
}

beforeEach(() => {
  disk = new MemoryCaches();
  rows = new MemoryRows();
  requested = [];
  vi.stubGlobal('navigator', { locks: createLocks() });
  vi.stubGlobal('caches', disk);
  serve(() => new Response(bytesOf(10)));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('keeping the files of a course', () => {
  it('brings every file, and says so only when its bytes are here', async () => {
    const files = [aFile(1), aFile(2), aFile(3)];
    await keepFiles('alice', files, { rows });
    expect(rows.states(files)).toEqual(['kept', 'kept', 'kept']);
    for (const file of files) expect(await storedSize('alice', file.fileId)).toBe(10);
  });

  it('fetches nothing again that is already here', async () => {
    await keepFiles('alice', [aFile(1)], { rows });
    await keepFiles('alice', [aFile(1), aFile(2)], { rows });
    expect(requested).toEqual([aFile(1).url, aFile(2).url]);
  });

  it('drops what nothing shows any more, and keeps the rest', async () => {
    await keepFiles('alice', [aFile(1), aFile(2)], { rows });
    await removeFilesBut('alice', new Set([aFile(2).fileId]), rows);
    expect(rows.states([aFile(1), aFile(2)])).toEqual([undefined, 'kept']);
    expect(await storedSize('alice', aFile(1).fileId)).toBeNull();
    expect(await storedSize('alice', aFile(2).fileId)).toBe(10);
  });

  it('brings a file again that the browser has cut short', async () => {
    await keepFiles('alice', [aFile(1)], { rows });
    await disk.damage(mediaCacheName('alice'), keptFileUrl('alice', aFile(1).fileId), new Blob([bytesOf(4)]));
    await keepFiles('alice', [aFile(1)], { rows });
    expect(await storedSize('alice', aFile(1).fileId)).toBe(10);
    expect(rows.states([aFile(1)])).toEqual(['kept']);
  });

  it('writes no row again that says the same', async () => {
    await keepFiles('alice', [aFile(1)], { rows });
    const before = rows.byFile.get(aFile(1).fileId);
    await keepFiles('alice', [aFile(1)], { rows });
    expect(rows.byFile.get(aFile(1).fileId)).toBe(before);
  });

  it('asks once for a file that two lessons share', async () => {
    await keepFiles('alice', [aFile(1), { ...aFile(1), lessonId: 'another' }], { rows });
    expect(requested).toHaveLength(1);
  });

  it('leaves large videos on the server and says that they are not here', async () => {
    const film = aFile(1, KEPT_FILE_MAX_BYTES + 1);
    await keepFiles('alice', [film], { rows });
    expect(rows.states([film])).toEqual(['missing']);
    expect(requested).toEqual([]);
  });

  it('goes on with the others when one fails, and brings that one the next time', async () => {
    const files = [aFile(1), aFile(2), aFile(3)];
    serve((url) => (url === aFile(2).url ? Response.error() : new Response(bytesOf(10))));
    await keepFiles('alice', files, { rows });
    expect(rows.states(files)).toEqual(['kept', 'missing', 'kept']);
    serve(() => new Response(bytesOf(10)));
    await keepFiles('alice', files, { rows });
    expect(rows.states(files)).toEqual(['kept', 'kept', 'kept']);
    expect(requested).toHaveLength(4);
  });

  it('never calls a file kept that came short', async () => {
    serve(() => new Response(bytesOf(9)));
    await keepFiles('alice', [aFile(1)], { rows });
    expect(rows.states([aFile(1)])).toEqual(['missing']);
    expect(await storedSize('alice', aFile(1).fileId)).toBeNull();
  });

  it('stops at a full disk, keeps what is there, and does not fail', async () => {
    disk.roomBytes = 25;
    const files = [aFile(1), aFile(2), aFile(3), aFile(4)];
    await keepFiles('alice', files, { rows });
    expect(rows.states(files).filter((state) => state === 'kept')).toHaveLength(2);
    expect(requested.length).toBeLessThan(files.length + 1);
  });

  it('leaves room for the outbox: with little space it fetches nothing', async () => {
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 1_000_000, usage: 900_000 }) } });
    await keepFiles('alice', [aFile(1)], { rows });
    expect(requested).toEqual([]);
    expect(rows.states([aFile(1)])).toEqual(['missing']);
  });

  it('says that nothing is here where the browser has no Cache Storage', async () => {
    vi.unstubAllGlobals();
    vi.stubGlobal('navigator', {});
    await keepFiles('alice', [aFile(1)], { rows });
    expect(rows.states([aFile(1)])).toEqual(['missing']);
  });

  it('has at most two files on the line', async () => {
    let open = 0;
    let most = 0;
    serve(async () => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return new Response(bytesOf(10));
    });
    await keepFiles(
      'alice',
      [1, 2, 3, 4, 5, 6].map((n) => aFile(n)),
      { rows },
    );
    expect(most).toBe(2);
  });

  it('stops when told to, and what came before stays', async () => {
    const stop = new AbortController();
    serve((url) => {
      if (url === aFile(2).url) stop.abort();
      return new Response(bytesOf(10));
    });
    await keepFiles(
      'alice',
      [1, 2, 3, 4, 5, 6].map((n) => aFile(n)),
      { rows, signal: stop.signal },
    );
    expect(requested.length).toBeLessThan(4);
    expect(rows.states([aFile(5), aFile(6)])).toEqual(['missing', 'missing']);
  });
});

describe('signing out while files are on their way', () => {
  it('leaves no byte behind and brings nothing more', async () => {
    const files = [1, 2, 3, 4, 5, 6].map((n) => aFile(n));
    serve((url) => {
      if (url === aFile(3).url) rows.isGone = true;
      return new Response(bytesOf(10));
    });
    await keepFiles('alice', files, { rows });
    expect(await disk.has(mediaCacheName('alice'))).toBe(false);
    expect(requested.length).toBeLessThan(files.length);
  });

  it('leaves no byte behind when it happens while one is being stored', async () => {
    const { open } = disk;
    disk.open = async (name) => {
      const cache = await open.call(disk, name);
      const put = async (url: string, response: Response) => {
        await cache.put(url, response);
        rows.isGone = true;
      };
      return { ...cache, put };
    };
    await keepFiles('alice', [aFile(1)], { rows });
    expect(await disk.has(mediaCacheName('alice'))).toBe(false);
  });
});

describe('checking what is here', () => {
  it('takes back the word for files that the browser has cleared or cut short', async () => {
    const files = [aFile(1), aFile(2), aFile(3)];
    await keepFiles('alice', files, { rows });
    const name = mediaCacheName('alice');
    await disk.damage(name, keptFileUrl('alice', aFile(1).fileId), null);
    await disk.damage(name, keptFileUrl('alice', aFile(2).fileId), new Blob([bytesOf(4)]));
    await verifyKeptFiles('alice', rows);
    expect(rows.states(files)).toEqual(['missing', 'missing', 'kept']);
  });

  it('takes back the word for all of them when the whole cache is gone', async () => {
    await keepFiles('alice', [aFile(1)], { rows });
    await disk.delete(mediaCacheName('alice'));
    await verifyKeptFiles('alice', rows);
    expect(rows.states([aFile(1)])).toEqual(['missing']);
  });
});

describe('removing what is kept', () => {
  it('removes one person’s files and leaves another’s', async () => {
    await keepFiles('alice', [aFile(1)], { rows });
    await keepFiles('bob', [aFile(1)], { rows });
    await removeKeptFiles('alice');
    expect(await disk.has(mediaCacheName('alice'))).toBe(false);
    expect(await storedSize('bob', aFile(1).fileId)).toBe(10);
  });

  it('stops what is on its way, in whichever tab, and leaves nothing behind', async () => {
    let started = () => {};
    const isUnderWay = new Promise<void>((resolve) => {
      started = resolve;
    });
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      started();
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const oneTab = keepFiles('alice', [aFile(1), aFile(2)], { rows });
    const anotherTab = keepFiles('alice', [aFile(3)], { rows });
    await isUnderWay;
    await removeKeptFiles('alice');
    await Promise.all([oneTab, anotherTab]);
    expect(await disk.has(mediaCacheName('alice'))).toBe(false);
    expect(rows.states([aFile(1), aFile(2), aFile(3)])).not.toContain('kept');
  });

  it('lets one tab at a time download, so that nothing is fetched twice', async () => {
    await Promise.all([
      keepFiles('alice', [aFile(1), aFile(2)], { rows }),
      keepFiles('alice', [aFile(1), aFile(2)], { rows }),
    ]);
    expect(requested).toHaveLength(2);
  });
});
