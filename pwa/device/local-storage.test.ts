import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blockItems } from '#pwa/testing/block-site-data.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import {
  isLasting,
  listKeys,
  readItem,
  removeItem,
  restoreItems,
  watchItem,
  writeItem,
} from './local-storage.ts';
import { readMirror, writeMirror } from './mirror.ts';
import { isSiteDataBlocked } from './site-data.ts';

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

function forbid(method: 'getItem' | 'setItem' | 'removeItem') {
  vi.spyOn(localStorage, method).mockImplementation(() => {
    throw new Error('SecurityError');
  });
}

describe('storage that the browser blocks', () => {
  it('holds its values in memory while the page lives, and never throws', () => {
    forbid('getItem');
    forbid('setItem');
    forbid('removeItem');
    writeItem('k', 'v');
    expect(readItem('k')).toBe('v');
    removeItem('k');
    expect(readItem('k')).toBeNull();
  });

  it('writes its values to the device as soon as it may', () => {
    forbid('setItem');
    writeItem('k', 'v');
    vi.restoreAllMocks();
    writeItem('k', 'w');
    expect(localStorage.getItem('k')).toBe('w');
    expect(readItem('k')).toBe('w');
  });
});

describe('storage whose access alone fails, as where a browser blocks site data', () => {
  it('holds its values in memory, and does not claim more', () => {
    expect([isSiteDataBlocked(), isLasting('k')]).toEqual([false, true]);
    blockItems();
    expect([isSiteDataBlocked(), isLasting('k')]).toEqual([true, false]);
    writeItem('carrel.k', 'v');
    expect([readItem('carrel.k'), listKeys('carrel.')]).toEqual(['v', []]);
    removeItem('carrel.k');
    expect(readItem('carrel.k')).toBeNull();
  });

  it('is never taken for one that was compared with its mirror: nobody is forgotten for a missing item', async () => {
    await resetDevice();
    await writeMirror({ stamp: 1, items: { 'carrel.user': 'alice' } });
    blockItems();
    expect(await restoreItems()).toBe(false);
    expect(readItem('carrel.user')).toBeNull();
    expect((await readMirror())?.items).toEqual({ 'carrel.user': 'alice' });
  });

  it('says that an item lasts only once it was written', () => {
    forbid('setItem');
    writeItem('k', 'v');
    expect(isLasting('k')).toBe(false);
    vi.restoreAllMocks();
    writeItem('k', 'v');
    expect(isLasting('k')).toBe(true);
  });
});

describe('a page restored from the bfcache', () => {
  it('is notified of every item, because it received no events meanwhile', () => {
    const heard = vi.fn();
    const stop = watchItem('k', heard);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(heard).not.toHaveBeenCalled();
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(heard).toHaveBeenCalledOnce();
    stop();
  });
});

describe('a change', () => {
  it('notifies its listeners, in this tab and from others, until they stop', () => {
    const heard = vi.fn();
    const stop = watchItem('k', heard);
    writeItem('k', 'v');
    removeItem('k');
    dispatchEvent(Object.assign(new Event('storage'), { key: 'k' }));
    dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    dispatchEvent(Object.assign(new Event('storage'), { key: 'another' }));
    expect(heard).toHaveBeenCalledTimes(4);
    stop();
    writeItem('k', 'v');
    expect(heard).toHaveBeenCalledTimes(4);
  });
});
