import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { listKeys, readItem, removeItem, restoreItems } from './local-storage.ts';
import { readMirror } from './mirror.ts';
import { markWhileVisible, readUncleanEnd, recoverFromUncleanEnd } from './unclean-end.ts';

/** The locks that tabs hold; a killed tab loses its own. */
let held: Set<string>;
let page: EventTarget & { visibilityState: string };

const locks = {
  async request(name: string, work: () => Promise<void>): Promise<void> {
    held.add(name);
    await work();
    held.delete(name);
  },
  query: async () => ({ held: [...held].map((name) => ({ name })) }),
};

function hide(): void {
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
}

const markers = () => listKeys('carrel.open-tab.');
const untilMarked = (count: number) => waitFor(() => expect(markers()).toHaveLength(count));

beforeEach(async () => {
  await restoreItems();
  held = new Set();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { locks });
  const bus = new EventTarget();
  vi.stubGlobal('addEventListener', bus.addEventListener.bind(bus));
  vi.stubGlobal('removeEventListener', bus.removeEventListener.bind(bus));
  for (const marker of markers()) removeItem(marker);
  removeItem('carrel.unclean-end');
});

afterEach(() => vi.unstubAllGlobals());

it('a tab that was killed while it was visible ended without notice', async () => {
  markWhileVisible();
  await untilMarked(1);
  held.clear();
  await recoverFromUncleanEnd(new Date('2026-11-20T12:00:00.000Z'));
  expect(readUncleanEnd()).toBe('2026-11-20T12:00:00.000Z');
  expect(markers()).toEqual([]);
});

it('a tab that is hidden, left or stopped ended cleanly', async () => {
  const stop = markWhileVisible();
  await untilMarked(1);
  hide();
  expect(markers()).toEqual([]);
  stop();
  held.clear();
  await recoverFromUncleanEnd();
  expect(readUncleanEnd()).toBeNull();
});

it('a hidden tab that becomes visible again is marked again', async () => {
  const stop = markWhileVisible();
  await untilMarked(1);
  hide();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await untilMarked(1);
  stop();
});

it('another tab that is still open has not ended', async () => {
  const stop = markWhileVisible();
  await untilMarked(1);
  await recoverFromUncleanEnd();
  expect(readUncleanEnd()).toBeNull();
  expect(markers()).toHaveLength(1);
  stop();
});

it('the marker survives a crash that rolls localStorage back, and its removal starts no transaction', async () => {
  const stop = markWhileVisible();
  await untilMarked(1);
  const [marker = ''] = markers();
  await waitFor(async () => expect((await readMirror())?.items[marker]).toBeDefined());
  localStorage.clear();
  await restoreItems();
  expect(readItem(marker)).not.toBeNull();
  stop();
  await Promise.resolve();
  expect(markers()).toEqual([]);
  expect((await readMirror())?.items[marker]).toBeDefined();
  await restoreItems();
  expect(markers()).toEqual([]);
});
