import { beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { readItem, removeItem, restoreItems, watchItem, writeItem } from './local-storage.ts';
import { readMirror, writeMirror } from './mirror.ts';

beforeEach(restoreItems);

const untilMirrored = (key: string, value: string | undefined) =>
  waitFor(async () => expect((await readMirror())?.items[key]).toBe(value));

const snapshot = () => {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  return Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key) ?? '']));
};

/** Simulates a crash: localStorage as it was at some earlier moment. */
function crashBackTo(earlier: Record<string, string>): void {
  localStorage.clear();
  for (const [key, value] of Object.entries(earlier)) localStorage.setItem(key, value);
}

describe('after a crash', () => {
  it('what the browser had not yet written to the disk is restored, and listeners are notified', async () => {
    const before = snapshot();
    writeItem('token', 'alice');
    await untilMirrored('token', 'alice');
    crashBackTo(before);
    const heard = vi.fn();
    watchItem('token', heard);
    await restoreItems();
    expect(readItem('token')).toBe('alice');
    expect(heard).toHaveBeenCalled();
  });

  it('a user who signed out stays signed out', async () => {
    writeItem('token', 'bob');
    await untilMirrored('token', 'bob');
    const before = snapshot();
    removeItem('token');
    await untilMirrored('token', undefined);
    crashBackTo(before);
    await restoreItems();
    expect(readItem('token')).toBeNull();
  });

  it('a user who signed out stays signed out, even if the next page writes before it has compared', async () => {
    writeItem('token', 'dora');
    await untilMirrored('token', 'dora');
    const before = snapshot();
    removeItem('token');
    await untilMirrored('token', undefined);
    crashBackTo(before);
    vi.resetModules();
    const page = await import('./local-storage.ts');
    for (const value of ['1', '2', '3']) {
      page.writeItem('carrel.early', value);
      await Promise.resolve();
    }
    await page.restoreItems();
    expect(page.readItem('token')).toBeNull();
    expect(page.readItem('carrel.early')).toBe('3');
    await untilMirrored('carrel.early', '3');
  });

  it('the restore leaves other apps’ items, and items newer than the mirror', async () => {
    writeItem('token', 'carol');
    await untilMirrored('token', 'carol');
    localStorage.setItem('somebody-else', 'kept');
    localStorage.setItem('token', 'newer');
    await restoreItems();
    expect(readItem('token')).toBe('newer');
    expect(localStorage.getItem('somebody-else')).toBe('kept');
  });
});

describe('a snapshot that does not fit on the disk', () => {
  it('leaves no connection open, which would block each deletion of the database', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    await writeMirror({ stamp: Number.MAX_SAFE_INTEGER, items: {} });
    expect(put).toHaveBeenCalled();
    put.mockRestore();
    const request = indexedDB.deleteDatabase('carrel-device');
    const outcome = new Promise((resolve) => {
      request.onblocked = () => resolve('blocked');
      request.onsuccess = () => resolve('deleted');
    });
    expect(await outcome).toBe('deleted');
  });
});
