import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_RESPONSE } from '#pwa/api/api-response.ts';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { reconcileDownloads } from '#pwa/downloads/verify/reconcile-files.ts';
import { readCopy } from '#pwa/store/account/unsent-copy.ts';
import { write } from '#pwa/store/database/access.ts';
import { putDownload } from '#pwa/store/offline/downloads.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { holdStore } from '#pwa/testing/hold-store.ts';
import { alice } from '#pwa/testing/people.ts';
import { UnsentCopier } from './copy/unsent-copier.ts';
import { createPuller } from './pull/puller.ts';
import { createEngine } from './replay/engine.ts';

/*
 * A transaction or a call of Cache Storage that never ends, as behind a page that the browser has frozen: the loops
 * give their locks back within five seconds, and the next round succeeds.
 */
const STALLED_MS = 5_000;
const draft = { id: 'a-draft', value: 'text', updatedAt: '2026-11-29T00:00:00.000Z', v: 1 };
const download = {
  fileId: 'a-video',
  courseId: 'course-1',
  lessonId: 'lesson-1',
  kind: 'video',
  want: 'videos',
  title: 'A video',
  sizeBytes: 9,
  state: 'kept',
  checkedAt: '2026-11-29T00:00:00.000Z',
  v: 1,
} as const;

let letGo = async () => {};

beforeEach(async () => {
  await resetDevice();
  await signInAs(alice).state.count();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  await letGo();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether another tab would get the lock at once. */
const isFree = (name: string): Promise<boolean> =>
  navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null);

it('a pull gives its lock back, and the next one pulls', async () => {
  signInAs(alice);
  letGo = await holdStore(alice.id);
  const request = vi.fn(async () => NO_RESPONSE);
  const puller = createPuller({
    request,
    onNewEpoch: async () => ({ proofs: 0 }),
    isSending: () => false,
  });
  const pulled = puller.run();
  expect(await isFree('carrel-pull-alice')).toBe(false);
  await vi.advanceTimersByTimeAsync(STALLED_MS);
  expect(await isFree('carrel-pull-alice')).toBe(true);
  await pulled;
  await letGo();
  await puller.run();
  expect(request).toHaveBeenCalledOnce();
  puller.stop();
});

it('a drain gives its lock back, and the next one drains', async () => {
  signInAs(alice);
  letGo = await holdStore(alice.id);
  const engine = createEngine(() => undefined);
  const drained = engine.run('eager');
  expect(await isFree('carrel-replay-alice')).toBe(false);
  await vi.advanceTimersByTimeAsync(STALLED_MS);
  expect(await isFree('carrel-replay-alice')).toBe(true);
  await drained;
  await letGo();
  await engine.run('eager');
  expect(engine.isIdle()).toBe(true);
  engine.stop();
});

const hangs = ['the store', 'Cache Storage'] as const;

it.each(hangs)('copying unsent work gives its lock back when %s hangs', async (what) => {
  const store = signInAs(alice);
  const caches = new MemoryCaches();
  vi.stubGlobal('caches', caches);
  const copier = new UnsentCopier();
  await write(store, [store.drafts], (tx) => tx.drafts.put(draft));
  await copier.copy();
  await write(store, [store.drafts], (tx) => tx.drafts.put({ ...draft, value: 'newer text' }));
  const isReached = await hang(what, caches);
  const copied = copier.copy().catch((error: unknown) => error);
  await isReached();
  expect(await isFree('carrel-unsent-copies')).toBe(false);
  await vi.advanceTimersByTimeAsync(STALLED_MS);
  expect(await copied).toMatchObject({ name: 'StorageStalledError' });
  expect(await isFree('carrel-unsent-copies')).toBe(true);
  await letGo();
  await copier.copy();
  expect((await readCopy(alice.id))?.text).toContain('newer text');
});

it.each(hangs)('checking downloads gives its lock back when %s hangs', async (what) => {
  const store = signInAs(alice);
  const caches = new MemoryCaches();
  vi.stubGlobal('caches', caches);
  await putDownload(store, download);
  const isReached = await hang(what, caches);
  const checked = reconcileDownloads(alice.id).catch((error: unknown) => error);
  await isReached();
  expect(await isFree('carrel-media-alice')).toBe(false);
  await vi.advanceTimersByTimeAsync(STALLED_MS);
  expect(await checked).toMatchObject({ name: 'StorageStalledError' });
  expect(await isFree('carrel-media-alice')).toBe(true);
  await letGo();
  await reconcileDownloads(alice.id);
  expect(await store.downloads.get(download.fileId)).toMatchObject({ state: 'missing' });
});

/** Nothing there ends any more, until `letGo`. Returns a function that resolves when the work waits for it. */
async function hang(what: (typeof hangs)[number], caches: MemoryCaches): Promise<() => Promise<void>> {
  if (what === 'the store') {
    letGo = await holdStore(alice.id);
    return async () => undefined;
  }
  const never = () => new Promise<never>(() => undefined);
  const spies = [vi.spyOn(caches, 'has'), vi.spyOn(caches, 'open')];
  for (const spy of spies) spy.mockImplementation(never);
  letGo = async () => {
    for (const spy of spies) spy.mockRestore();
  };
  return () => expect.poll(() => spies.some((spy) => spy.mock.calls.length > 0)).toBe(true);
}
